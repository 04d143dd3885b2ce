import { z } from 'zod';
import { defineOperation } from '../../calls/define.js';
import { authorOf } from '../../records/audit.js';
import { dataOf } from '../../schema/primitives.js';
import { personId, staffMember } from '../../schema/staff.js';
import { staffView } from '../../view/staff-view.js';
import { buildStaffRemoval, findStaffMember } from '../tenancy/staff-writes.js';

export const removeStaff = defineOperation({
  name: 'remove_staff',
  title: 'Remove a staff member',
  description:
    'Ends the role of a staff member at once, on every portal, and returns it. The audit trail keeps their mail address.',
  scope: 'keys',
  effect: 'destructive',
  idempotent: false,
  input: z.strictObject({ staff_id: personId }),
  inputErrors: { staff_id: 'staff_not_found' },
  output: dataOf(staffMember),
  sample: ({ person }) => ({ staff_id: person }),
  errors: ['staff_not_found', 'version_conflict'],
  http: { method: 'delete', path: '/api/staff/{id}', parts: { id: 'staff_id' } },
  handle: (context, { staff_id }) =>
    context.update((rows) => {
      const before = findStaffMember(rows, context.caller.organization_id, staff_id);
      context.expectVersion(before);
      const { writes } = buildStaffRemoval(authorOf(context), before);
      return { writes, answer: { body: { data: staffView(before) } } };
    }),
});
