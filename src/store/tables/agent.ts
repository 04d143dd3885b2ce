import { z } from 'zod';
import type { Agent } from '../../domain/tenant/tenant.js';
import { once } from '../../domain/values/once.js';
import { tenant, text } from './forms.js';
import { organization } from './organization.js';
import { idOf, ORGANIZATION_ID } from './owner-columns.js';
import type { PermanentTable } from './table.js';

export const agent: PermanentTable<Agent> = {
  form: once(() => z.strictObject({ ...tenant, description: text.nullable() })),
  key: idOf,
  columns: { organization_id: ORGANIZATION_ID },
  after: [organization],
  cached: true,
  removable: false,
};
