import {
  endAuthorization,
  extendAuthorization,
  recordCapturedOutside,
  warnOfExpiry,
} from '../domain/order/authorization.js';
import { type Order, orderTotal } from '../domain/order/order.js';
import { isCapturing, progressOf } from '../domain/order/order-payment.js';
import type { Payment } from '../domain/payment/payment.js';
import type { PaymentAttempt, PaymentOutcome, Rows } from '../ports.js';
import { buildOrderWrites, leaveUnchanged, type OrderWrites } from '../records/order-writes.js';
import type { CallPlace } from './handler-calls.js';
import { readOrderOfShop, writeResolution } from './resolve-money.js';
import type { Resolver } from './resolve-payment.js';

interface DuePayment {
  readonly order: Order;
  readonly place: CallPlace;
  readonly attempt: PaymentAttempt;
  readonly authorized_until: number;
}

/**
 * Looks at a payment whose authorization ends soon or has ended. Before the end, it is renewed if the handler can, else
 * the merchant is warned once. After it, the handler is asked what became of the payment.
 */
export async function resolveDuePayment(by: Resolver, paymentId: string): Promise<void> {
  const due = await by.read((rows) => findDue(rows, by.now, paymentId));
  if (!due) return;
  if (by.now < due.authorized_until) await renewOrWarn(by, due);
  else await endOrContinue(by, due);
}

function findDue(rows: Rows, now: number, paymentId: string): DuePayment | undefined {
  const payment = rows.get('payment', paymentId);
  if (payment?.order_id === undefined || payment.due_at === undefined || payment.due_at > now) return undefined;
  const found = readOrderOfShop(rows, payment.order_id);
  const { state, authorized_until } = payment.progress;
  if (!found || state !== 'authorized' || authorized_until === undefined) return undefined;
  return { ...found, authorized_until, attempt: attemptOf(payment, found.order) };
}

function attemptOf(payment: Payment, order: Order): PaymentAttempt {
  const { id, handler_id, checkout_id, currency, created_at: started_at } = payment;
  const { instrument } = order.payment;
  const asked = { id, handler_id, checkout_id, currency, started_at, amount: orderTotal(order) };
  return { ...asked, ...(instrument && { instrument }), capture: 'later' };
}

async function renewOrWarn(by: Resolver, { order, place, attempt, authorized_until }: DuePayment): Promise<void> {
  const renewal = await by.gateway.renew(attempt, place);
  await change(by, order.id, authorized_until, (current) =>
    renewal?.state === 'renewed'
      ? [extendAuthorization(current, renewal.authorized_until, by.now), 'order.authorization_renewed']
      : [warnOfExpiry(current, by.now), 'order.authorization_expiring'],
  );
}

/** Without a valid response the payment stays due, and the handler is asked again later. */
async function endOrContinue(by: Resolver, { order, place, attempt, authorized_until }: DuePayment): Promise<void> {
  const report = await by.gateway.report(attempt, place);
  if (report?.state !== 'authorized' && report?.state !== 'declined') return;
  await change(by, order.id, authorized_until, (current) => afterReport(current, report, by.now));
}

function afterReport(order: Order, report: PaymentOutcome, now: number): readonly [Order, action: string] {
  if (report.state === 'authorized' && report.payment_status === 'paid')
    return [recordCapturedOutside(order, now), 'order.capture_completed'];
  if (report.state === 'authorized' && report.payment_status === 'authorized' && report.authorized_until > now)
    return [extendAuthorization(order, report.authorized_until, now), 'order.authorization_renewed'];
  return [endAuthorization(order, now), 'order.authorization_expired'];
}

/** Writes a change, unless the authorization was changed in the meantime or a capture is pending. */
function change(
  by: Resolver,
  orderId: string,
  authorized_until: number,
  decide: (current: Order) => readonly [Order, action: string],
): Promise<void> {
  return writeResolution(by, orderId, (rows, current): OrderWrites => {
    const progress = progressOf(current);
    const isSame = progress.state === 'authorized' && progress.authorized_until === authorized_until;
    if (!isSame || isCapturing(current)) return leaveUnchanged(current);
    const [after, action] = decide(current);
    return buildOrderWrites(rows, by, current, after, action);
  });
}
