import { z } from 'zod';
import { defineOperation } from '../../calls/define.js';
import { authorOf } from '../../records/audit.js';
import { dataOf } from '../../schema/primitives.js';
import { personId, staffMember, staffNotices } from '../../schema/staff.js';
import { staffView } from '../../view/staff-view.js';
import { buildNoticeChoice, findStaffMember } from '../tenancy/staff-writes.js';

export const setStaffNotices = defineOperation({
  name: 'set_staff_notices',
  title: 'Choose the notices of a staff member',
  description:
    'Replaces the kinds of notices that a staff member gets by mail about their shops, among those that the role may get. Notices that were not sent yet are affected too. The addresses in `mail.staff` of a shop get notices besides.',
  scope: 'keys',
  effect: 'write',
  idempotent: true,
  input: z.strictObject({ staff_id: personId, notices: staffNotices }),
  inputErrors: { staff_id: 'staff_not_found' },
  output: dataOf(staffMember),
  sample: ({ person }) => ({ staff_id: person, notices: ['refund_failed' as const] }),
  errors: ['staff_not_found', 'version_conflict'],
  http: { method: 'put', path: '/api/staff/{id}/notices', parts: { id: 'staff_id' } },
  handle: (context, { staff_id, notices }) =>
    context.update((rows) => {
      const before = findStaffMember(rows, context.caller.organization_id, staff_id);
      context.expectVersion(before);
      const { row, writes } = buildNoticeChoice(authorOf(context), before, notices);
      return { writes, answer: { body: { data: staffView(row) }, version: row.version } };
    }),
});
