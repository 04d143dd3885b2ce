import { z } from 'zod';
import { CONSUMER_KEY_STATUSES } from '../../domain/tenant/consumer-key.js';
import type { Consumer } from '../../domain/tenant/tenant.js';
import { once } from '../../domain/values/once.js';
import { instant, maybe, tenant, text } from './forms.js';
import { organization } from './organization.js';
import { idOf, ORGANIZATION_ID } from './owner-columns.js';
import type { PermanentTable } from './table.js';

export const consumer: PermanentTable<Consumer> = {
  form: once(() =>
    z.strictObject({
      ...tenant,
      description: text.nullable(),
      linked_consumer_org_id: text.nullable(),
      linked_at: instant.nullable(),
      keys: maybe(
        z.array(
          z.strictObject({
            id: text,
            public_key: text,
            key_fingerprint: text,
            status: z.enum(CONSUMER_KEY_STATUSES),
            created_at: instant,
            revoked_at: instant.nullable(),
          }),
        ),
      ),
    }),
  ),
  key: idOf,
  columns: { organization_id: ORGANIZATION_ID },
  after: [organization],
  cached: true,
  removable: false,
};
