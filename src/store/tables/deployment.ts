import { z } from 'zod';
import type { Deployment } from '../../domain/tenant/tenant.js';
import { once } from '../../domain/values/once.js';
import { instant, maybe, tenant, text } from './forms.js';
import { organization } from './organization.js';
import { idOf, ORGANIZATION_ID, SHOP_ID } from './owner-columns.js';
import { shop } from './shop.js';
import type { PermanentTable } from './table.js';

export const deployment: PermanentTable<Deployment> = {
  form: once(() =>
    z.strictObject({
      ...tenant,
      shop_id: text,
      ucp: maybe(
        z.strictObject({
          enabled: z.boolean(),
          host: text.nullable(),
          open: z.boolean(),
          platforms: z.array(text).nullable(),
          linked: maybe(z.boolean()),
        }),
      ),
      ucp_keys: maybe(
        z.array(
          z.strictObject({
            kid: text,
            x: text,
            y: maybe(text),
            sealed: maybe(text),
            created_at: instant,
            replaced_at: maybe(instant),
          }),
        ),
      ),
    }),
  ),
  key: idOf,
  columns: { organization_id: ORGANIZATION_ID, shop_id: SHOP_ID },
  after: [organization, shop],
  cached: true,
  removable: false,
};
