import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { buildInvitation } from '../../outbox/invitation.js';
import { notice } from '../../schema/notice.js';
import { answer } from '../../schema/primitives.js';
import { personId } from '../../schema/staff.js';
import { isNotice, noticeView } from '../../view/notice-view.js';
import { findStaffMember } from '../tenancy/staff-writes.js';

export const sendStaffInvitation = defineOperation({
  name: 'send_staff_invitation',
  title: 'Send an invitation',
  description:
    'Sends a staff member a mail that names their role and links to the desk, in the name of a shop of their role. Returns its delivery; none if the portal sends no mail, or if there is no shop yet.',
  scope: 'keys',
  effect: 'write',
  idempotent: false,
  input: z.strictObject({ staff_id: personId }),
  inputErrors: { staff_id: 'staff_not_found' },
  output: answer({ data: z.array(notice) }),
  sample: ({ person }) => ({ staff_id: person }),
  errors: ['staff_not_found', 'version_conflict'],
  http: { method: 'post', path: '/api/staff/{id}/invitation', parts: { id: 'staff_id' } },
  handle: (context: Context<'clock' | 'mail'>, { staff_id }) =>
    context.update((rows) => {
      const member = findStaffMember(rows, context.caller.organization_id, staff_id);
      context.expectVersion(member);
      const { clock, mail } = context.services;
      const by = { ids: context.ids, now: clock.now(), secret: mail.secret };
      const { writes, deliveries } = buildInvitation(rows, member, by);
      return { writes, answer: { body: { data: deliveries.filter(isNotice).map(noticeView) } } };
    }),
});
