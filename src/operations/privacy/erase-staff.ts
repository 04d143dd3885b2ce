import { personId } from '../../domain/person/person.js';
import { type StaffMember, staffKey } from '../../domain/person/staff.js';
import { addressOf } from '../../domain/values/email.js';
import type { Delivery } from '../../domain/webhook/delivery.js';
import { mailReceiverId } from '../../domain/webhook/mail-receiver.js';
import { NOTICES } from '../../domain/webhook/notices.js';
import { eraseBodies } from '../../outbox/erased-deliveries.js';
import { type Decision, type Position, type Rows, replaceWrite } from '../../ports.js';
import { auditWrite } from '../../records/audit.js';
import type { ErasureReport } from '../../schema/privacy.js';
import { recipientOf } from '../../view/notice-view.js';
import type { Eraser } from './eraser.js';

/**
 * Erases the address of a former staff member from their role and from notices to them, so that the audit trail has
 * their id only. Somebody who is staff is kept. The person's own row stays: it belongs to no organization.
 */
export async function eraseStaff(by: Eraser, organizationId: string, address: string): Promise<ErasureReport['staff']> {
  const person = personId(by.secrets.people, address);
  const { result, isFormer } = await by.step(
    (rows) => eraseRole(by, rows, staffKey(organizationId, person)),
    organizationId,
  );
  // Also if the role was erased before: the process may have died between the two.
  if (isFormer) await eraseNotices(by, organizationId, address);
  return result;
}

interface ErasedRole {
  readonly result: ErasureReport['staff'];
  readonly isFormer: boolean;
}

function eraseRole(by: Eraser, rows: Rows, key: string): Decision<ErasedRole> {
  const member: StaffMember | undefined = rows.get('staff', key);
  if (!member) return { writes: [], result: { result: 'none', isFormer: false } };
  if (member.removed_at === null) return { writes: [], result: { result: 'kept', isFormer: false } };
  if (member.email === '') return { writes: [], result: { result: 'none', isFormer: true } };
  const put = replaceWrite('staff', member, { ...member, email: '', updated_at: by.now });
  const event = auditWrite(by, member.organization_id, { type: 'staff', id: key }, 'staff.erased', ['email']);
  return { writes: [put, event], result: { result: 'erased', isFormer: true } };
}

/** Erases notices to an address, except those to it as a buyer's, which belong to their orders. */
function eraseNotices(by: Eraser, organizationId: string, address: string): Promise<void> {
  const receiver = mailReceiverId(by.secrets.mail, organizationId, address);
  const read = (after: Position | undefined, limit: number) =>
    by.list('deliveries', { receiver, state: undefined }, after, limit);
  return eraseBodies(by, organizationId, read, (delivery) => isStaffMail(delivery, address));
}

/** True for mail to this address as that of staff. Addresses with other suffixes (`team+ann@…`) have the same receiver. */
function isStaffMail(delivery: Delivery, address: string): boolean {
  const { form } = delivery;
  const to = recipientOf(delivery);
  return to !== null && addressOf(to) === address && form.kind === 'mail' && NOTICES[form.notice].audience !== 'buyer';
}
