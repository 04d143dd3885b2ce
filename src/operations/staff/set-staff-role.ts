import { z } from 'zod';
import { defineOperation } from '../../calls/define.js';
import { authorOf } from '../../records/audit.js';
import { dataOf } from '../../schema/primitives.js';
import { personId, staffMember, staffRole, staffShops } from '../../schema/staff.js';
import { staffView } from '../../view/staff-view.js';
import { buildRoleChange, findStaffMember } from '../tenancy/staff-writes.js';
import { assertMayGive } from './role-request.js';

export const setStaffRole = defineOperation({
  name: 'set_staff_role',
  title: 'Set the role of a staff member',
  description:
    'Replaces the role and the shops of a staff member, with effect from their next request. The role can have the scopes of the key that gives it.',
  scope: 'keys',
  effect: 'write',
  idempotent: true,
  input: z.strictObject({ staff_id: personId, role: staffRole, shops: staffShops.default(null) }),
  inputErrors: { staff_id: 'staff_not_found' },
  output: dataOf(staffMember),
  sample: ({ person }) => ({ staff_id: person, role: 'read-only' as const }),
  errors: ['staff_not_found', 'version_conflict'],
  http: { method: 'put', path: '/api/staff/{id}/role', parts: { id: 'staff_id' } },
  handle: (context, { staff_id, role, shops }) =>
    context.update((rows) => {
      const { caller } = context;
      const before = findStaffMember(rows, caller.organization_id, staff_id);
      context.expectVersion(before);
      assertMayGive(caller, role);
      const { row, writes } = buildRoleChange(rows, authorOf(context), before, { role, shops });
      return { writes, answer: { body: { data: staffView(row) }, version: row.version } };
    }),
});
