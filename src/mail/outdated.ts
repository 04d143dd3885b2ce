import { currentAction } from '../domain/checkout/current-action.js';
import { isExpired } from '../domain/checkout/status.js';
import { staffKey, worksIn } from '../domain/person/staff.js';
import { type Delivery, type MailForm, splitSubject } from '../domain/webhook/delivery.js';
import { isInvoiceDue, type MailPayload } from '../domain/webhook/notices.js';
import type { Rows, Wanted } from '../ports.js';

type Sent = Pick<Delivery, 'organization_id' | 'subject'> & { readonly form: MailForm; readonly payload: string };

/** Returns the reads that `isOutdated` makes. */
export function outdatedReads({ form, subject, organization_id }: Delivery): Wanted[] {
  if (form.kind !== 'mail') return [];
  const { id } = splitSubject(subject);
  switch (form.notice) {
    case 'payment_action':
    case 'pay_link':
      return [['get', 'checkout', id]];
    case 'payment_due':
    case 'new_request':
      return [['get', 'order', id]];
    case 'invitation':
      return [['get', 'staff', staffKey(organization_id, id)]];
    default:
      return [];
  }
}

/** True if nobody need do any more what the notice asks for: the payment or the request has ended, or the role has. */
export function isOutdated(rows: Rows, sent: Sent, now: number): boolean {
  const order = () => rows.get('order', splitSubject(sent.subject).id);
  switch (sent.form.notice) {
    case 'payment_action':
      return !isWaiting(rows, sent, now);
    case 'pay_link':
      return !isPayable(rows, sent, now);
    case 'payment_due': {
      const owed = order();
      return !owed || !isInvoiceDue(owed);
    }
    case 'new_request':
      return !order()?.requests?.some(({ id, status }) => status === 'waiting' && id === requestIn(sent.payload));
    case 'invitation':
      return !isInvited(rows, sent);
    default:
      return false;
  }
}

/** Returns the id of the request that a notice is about: the newest one of its order. */
function requestIn(payload: string): string | undefined {
  const mail: MailPayload = JSON.parse(payload);
  return 'order' in mail ? mail.order.requests?.at(-1)?.id : undefined;
}

/** True while the invited person has the role that the invitation names, in the shop in whose name it is sent. */
function isInvited(rows: Rows, { organization_id, subject, form, payload }: Sent): boolean {
  const member = rows.get('staff', staffKey(organization_id, splitSubject(subject).id));
  const mail: MailPayload = JSON.parse(payload);
  return (
    member !== undefined &&
    'invitation' in mail &&
    member.role === mail.invitation.role &&
    worksIn(member, form.shop_id)
  );
}

/** True while the buyer of a draft can pay it by the link of the notice. */
function isPayable(rows: Rows, { subject }: Sent, now: number): boolean {
  const checkout = rows.get('checkout', splitSubject(subject).id);
  return checkout?.state === 'open' && !isExpired(checkout, now);
}

/** True while the payment that the notice is about waits for its buyer. */
function isWaiting(rows: Rows, { subject, payload }: Sent, now: number): boolean {
  const mail: MailPayload = JSON.parse(payload);
  const { state, attempt } = rows.get('checkout', splitSubject(subject).id) ?? {};
  if (state !== 'paying' || !attempt || !('checkout' in mail) || attempt.id !== mail.checkout.attempt?.id) return false;
  const action = currentAction(attempt);
  return action !== undefined && now < action.expires_at;
}
