import type { StaffMember } from '../domain/person/staff.js';
import type { Delivery } from '../domain/webhook/delivery.js';
import { type InvitationMail, NOTICES } from '../domain/webhook/notices.js';
import type { Ids, Rows, Write } from '../ports.js';
import { enqueueDeliveries } from './enqueue.js';
import { noticeOf } from './notices.js';

interface Invitation {
  readonly writes: readonly Write[];
  readonly deliveries: readonly Delivery[];
}

/**
 * Builds the mail that invites a staff member to the desk, in the name of a shop of their role; nothing if there is no
 * shop yet.
 * @param secret key of the receivers' names; if it is `undefined`, the portal sends no mail and there is no invitation
 */
export function buildInvitation(
  rows: Rows,
  { person_id, organization_id, email: to, role, shops, version }: StaffMember,
  { ids, now, secret }: { readonly ids: Ids; readonly now: number; readonly secret: Buffer | undefined },
): Invitation {
  const shopId = shops?.[0] ?? rows.find('firstShop', organization_id);
  const shop = shopId === undefined ? undefined : rows.get('shop', shopId);
  if (!shop || !secret) return { writes: [], deliveries: [] };
  const content: InvitationMail = { to, invitation: { role } };
  const about = { organization_id, event_id: ids.next('evt'), type: NOTICES.invitation.event };
  const subject = { subject: `staff/${person_id}`, subject_version: version };
  const notice = noticeOf(shop, 'invitation', undefined, content, secret);
  return enqueueDeliveries(rows, [{ ...about, ...subject, ...notice }], now);
}
