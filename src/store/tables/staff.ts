import { z } from 'zod';
import type { StaffMember } from '../../domain/person/staff.js';
import { ROLE_NAMES } from '../../domain/tenant/roles.js';
import { STAFF_NOTICE_KINDS } from '../../domain/values/notice-kinds.js';
import { once } from '../../domain/values/once.js';
import { instant, maybe, stamps, text } from './forms.js';
import { organization } from './organization.js';
import { idOf, ORGANIZATION_ID } from './owner-columns.js';
import type { PermanentTable } from './table.js';

export const staff: PermanentTable<StaffMember> = {
  form: once(() =>
    z.strictObject({
      id: text,
      organization_id: text,
      person_id: text,
      email: text,
      role: z.enum(ROLE_NAMES),
      shops: z.array(text).nullable(),
      notices: maybe(z.array(z.enum(STAFF_NOTICE_KINDS))),
      confirmed_at: maybe(instant),
      removed_at: instant.nullable(),
      ...stamps,
    }),
  ),
  key: idOf,
  columns: {
    organization_id: ORGANIZATION_ID,
    person_id: { type: 'text', of: (row) => row.person_id },
    removed_at: { type: 'integer', nullable: true, changes: true, of: (row) => row.removed_at },
  },
  after: [organization],
  cached: true,
  removable: false,
};
