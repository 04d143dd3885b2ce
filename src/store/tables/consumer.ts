import { z } from 'zod';
import type { Consumer } from '../../domain/tenant/tenant.js';
import { once } from '../../domain/values/once.js';
import { instant, tenant, text } from './forms.js';
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
    }),
  ),
  key: idOf,
  columns: { organization_id: ORGANIZATION_ID },
  after: [organization],
  cached: true,
  removable: false,
};
