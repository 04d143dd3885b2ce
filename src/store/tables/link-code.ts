import { z } from 'zod';
import type { LinkCode } from '../../domain/tenant/tenant.js';
import { once } from '../../domain/values/once.js';
import { created, instant, maybe, text } from './forms.js';
import { organization } from './organization.js';
import { idOf, ORGANIZATION_ID } from './owner-columns.js';
import type { RemovableTable } from './table.js';

export const link_code: RemovableTable<LinkCode> = {
  form: once(() =>
    z.strictObject({ id: text, organization_id: text, expires_at: instant, used_at: maybe(instant), ...created }),
  ),
  key: idOf,
  columns: {
    organization_id: ORGANIZATION_ID,
    expires_at: { type: 'integer', changes: true, of: (row) => row.expires_at },
  },
  after: [organization],
  cached: false,
  removable: true,
};
