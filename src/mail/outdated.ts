import { currentAction } from '../domain/checkout/current-action.js';
import { isExpired } from '../domain/checkout/status.js';
import { type Delivery, type MailForm, splitSubject } from '../domain/webhook/delivery.js';
import { isInvoiceDue, type MailPayload } from '../domain/webhook/notices.js';
import type { Rows, Wanted } from '../ports.js';

type Sent = Pick<Delivery, 'subject'> & { readonly form: MailForm; readonly payload: string };

/** Returns the reads that `isOutdated` makes. */
export function outdatedReads({ form, subject }: Delivery): Wanted[] {
  if (form.kind !== 'mail') return [];
  if (form.notice === 'payment_action' || form.notice === 'pay_link')
    return [['get', 'checkout', splitSubject(subject).id]];
  return form.notice === 'payment_due' ? [['get', 'order', splitSubject(subject).id]] : [];
}

/** True if the buyer need not do any more what the notice asks for: the payment has ended, or it waits for something else. */
export function isOutdated(rows: Rows, sent: Sent, now: number): boolean {
  const { notice } = sent.form;
  if (notice === 'payment_action') return !isWaiting(rows, sent, now);
  if (notice === 'pay_link') return !isPayable(rows, sent, now);
  if (notice !== 'payment_due') return false;
  const order = rows.get('order', splitSubject(sent.subject).id);
  return !order || !isInvoiceDue(order);
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
