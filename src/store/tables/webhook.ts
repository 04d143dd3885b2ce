import { z } from 'zod';
import { once } from '../../domain/values/once.js';
import { WEBHOOK_STATUSES, type Webhook } from '../../domain/webhook/webhook.js';
import { instant, stamps, text, webhookEvents } from './forms.js';
import { organization } from './organization.js';
import { idOf, ORGANIZATION_ID } from './owner-columns.js';
import type { RemovableTable } from './table.js';

export const webhook: RemovableTable<Webhook> = {
  form: once(() =>
    z.strictObject({
      id: text,
      organization_id: text,
      shop_id: text.nullable(),
      url: text,
      description: text.nullable(),
      events: webhookEvents(),
      status: z.enum(WEBHOOK_STATUSES),
      secrets: z.array(z.strictObject({ sealed: text, expires_at: instant.nullable() })),
      ...stamps,
    }),
  ),
  key: idOf,
  columns: { organization_id: ORGANIZATION_ID },
  after: [organization],
  cached: false,
  removable: true,
};
