import { remindOfEvidence } from '../domain/order/provider-report.js';
import { evidenceNoticeAt } from '../domain/payment/dispute.js';
import { authorizationDueAt, type Payment } from '../domain/payment/payment.js';
import { buildOrderWrites, leaveUnchanged, type OrderWrites } from '../records/order-writes.js';
import { applyReport } from './apply-report.js';
import { askedWrite } from './due-payment.js';
import { checkEndedPayment } from './ended-payment.js';
import { ignoreHandlerDown, isPaying } from './payment-gateway.js';
import { resolveAuthorization } from './resolve-authorization.js';
import { writeResolution } from './resolve-money.js';
import { type Resolver, resolveOpenPayment } from './resolve-payment.js';

/**
 * Looks at a payment that is due: its provider has sent an event, evidence about a dispute is due soon, or its
 * authorization ends soon or has ended. Several processes may run it concurrently.
 */
export async function resolveDuePayment(by: Resolver, paymentId: string): Promise<void> {
  const payment = await by.read((rows) => rows.get('payment', paymentId));
  if (payment?.due_at === undefined || payment.due_at > by.now) return;
  const isDue = (at: number | undefined) => at !== undefined && at <= by.now;
  if (isDue(evidenceNoticeAt(payment.progress))) await remind(by, payment);
  if (isDue(payment.ask_at)) await ask(by, payment);
  else if (isDue(authorizationDueAt(payment.progress))) await resolveAuthorization(by, payment);
}

function ask(by: Resolver, payment: Payment): Promise<void> {
  return payment.order_id === undefined ? resolveAttempt(by, payment) : applyReport(by, payment.id);
}

/** Another process may have sent the reminder. */
function remind(by: Resolver, { id, order_id = '' }: Payment): Promise<void> {
  return writeResolution(by, order_id, (rows, current): OrderWrites => {
    const notice = evidenceNoticeAt(rows.get('payment', id)?.progress ?? {});
    if (notice === undefined || notice > by.now) return leaveUnchanged(current);
    return buildOrderWrites(rows, by, current, remindOfEvidence(current, by.now), 'order.dispute_evidence_due');
  });
}

/**
 * Resolves the payment of a checkout. One that is still open afterwards is asked about again by the timer for open
 * payments, and one that is being voided is asked about after the void.
 */
async function resolveAttempt(by: Resolver, payment: Payment): Promise<void> {
  const isOpen = () => by.read((rows) => isPaying(rows.get('checkout', payment.checkout_id), payment.id));
  if (await isOpen()) await resolveOpenPayment(by, payment.checkout_id).catch(ignoreHandlerDown);
  if (await isOpen()) return leaveOpen(by, payment);
  const ended = await by.read((rows) => rows.get('payment', payment.id));
  if (ended?.order_id !== undefined) await applyReport(by, ended.id);
  else if (ended) await checkEndedPayment(by, ended);
}

function leaveOpen(by: Resolver, { id, ask_at }: Payment): Promise<void> {
  return by.step((rows) => {
    const payment = rows.get('payment', id);
    return { writes: payment?.ask_at === ask_at && payment ? [askedWrite(payment, by.now)] : [], result: undefined };
  });
}
