import { z } from 'zod';
import { LOG_CHECKS, type Organization } from '../../domain/tenant/tenant.js';
import { once } from '../../domain/values/once.js';
import { instant, maybe, stamps, text, webhookEvents } from './forms.js';
import { idOf } from './owner-columns.js';
import type { PermanentTable } from './table.js';

export const organization: PermanentTable<Organization> = {
  form: once(() =>
    z.strictObject({
      id: text,
      name: text,
      public_log: maybe(z.boolean()),
      public_receipts: maybe(z.boolean()),
      public_contexts: maybe(z.boolean()),
      key_proof_required: maybe(z.boolean()),
      quotas: maybe(
        z.strictObject({
          keys: maybe(z.int().nullable()),
          items: maybe(z.int().nullable()),
          open_carts: maybe(z.int().nullable()),
          rows: maybe(z.int().nullable()),
          bytes: maybe(z.int().nullable()),
        }),
      ),
      log_stop: maybe(z.strictObject({ check: z.enum(LOG_CHECKS), fault: text, since: instant })),
      receivers: maybe(
        z.array(
          z.strictObject({ webhook_id: text, active: z.boolean(), shop_id: text.nullable(), events: webhookEvents() }),
        ),
      ),
      ...stamps,
    }),
  ),
  key: idOf,
  columns: { public_log: { type: 'integer', changes: true, of: (row) => row.public_log === true } },
  after: [],
  cached: true,
  removable: false,
};
