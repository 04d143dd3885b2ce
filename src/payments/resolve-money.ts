import { resolveAdjustment } from '../domain/order/adjust.js';
import type { Adjustment } from '../domain/order/adjustment.js';
import { markVoided } from '../domain/order/cancel.js';
import { isVoiding, type Order, orderTotal } from '../domain/order/order.js';
import { required } from '../domain/values/required.js';
import type { PaymentToVoid, Refund, RefundOutcome } from '../ports.js';
import type { Author } from '../records/audit.js';
import { buildOrderWrites, leaveUnchanged, type OrderWrites } from '../records/order-writes.js';
import { forEachLimited } from './for-each-limited.js';
import { ignoreHandlerDown } from './payment-gateway.js';
import type { Resolver } from './resolve-payment.js';

/**
 * An unsettled amount of an order: a refund without a final outcome, or a payment to void. The order records it first.
 * The handler is then called outside any transaction, and its outcome is written. The order is read again before the
 * call, so that a refund or void that was resolved in the meantime is not requested again.
 */
type OpenMoney = Adjustment | 'void';

/** Maximum number of concurrent handler calls for one order. */
const ASKED_AT_ONCE = 4;

/** Lists the void of an order, if it is in progress, and the order's pending refunds. */
export function findOpenMoney(order: Order): OpenMoney[] {
  const refunds = order.adjustments.filter(({ status }) => status === 'pending');
  return isVoiding(order) ? ['void', ...refunds] : refunds;
}

/** Writes an outcome. `late`: true if the caller no longer waits for the outcome. */
type WriteOutcome<R> = (decide: (current: Order) => OrderWrites, late: boolean) => Promise<R>;

/**
 * Calls the handler and writes its outcome. Resolves to `undefined` if the handler did not respond in time or failed to
 * void, or if another call for the refund is in flight.
 */
export async function queryHandler<R>(
  by: Resolver,
  order: Order,
  open: OpenMoney,
  deadline: number,
  write: WriteOutcome<R>,
): Promise<R | undefined> {
  if (open !== 'void') {
    return by.gateway.refunds.give(refundOf(order, open), deadline, (outcome, late) => {
      const author = atAnswerTime(by);
      return write((current) => resolveRefund(author, current, open.id, outcome), late);
    });
  }
  const said = await by.gateway.void(paymentOf(order)).then(() => true, ignoreHandlerDown);
  if (!said) return undefined;
  const author = atAnswerTime(by);
  return write((current) => resolveVoid(author, current), false);
}

/** Builds the writes that record the outcome of a refund. A refund that is already resolved does not change. */
function resolveRefund(by: Author, order: Order, id: string, outcome: RefundOutcome): OrderWrites {
  const pending = order.adjustments.some((one) => one.id === id && one.status === 'pending');
  if (!pending || outcome.state === 'pending') return leaveUnchanged(order);
  return buildOrderWrites(by, order, resolveAdjustment(order, id, outcome, by.now), `order.refund_${outcome.state}`);
}

function resolveVoid(by: Author, order: Order): OrderWrites {
  if (!isVoiding(order)) return leaveUnchanged(order);
  return buildOrderWrites(by, order, markVoided(order, by.now), 'order.payment_voided');
}

/** Returns the author of an outcome's writes. Their time is that of the handler's response, not that of the call. */
function atAnswerTime(by: Resolver): Author {
  return { ...by, now: by.gateway.now() };
}

function paymentOf(order: Order): PaymentToVoid {
  const { id, handler_id } = attemptOf(order);
  const { instrument } = order.payment;
  return { id, handler_id, amount: orderTotal(order), currency: order.currency, ...(instrument && { instrument }) };
}

function refundOf(order: Order, { id, amount }: Adjustment): Refund {
  const { id: attempt_id, handler_id } = attemptOf(order);
  return { id, handler_id, attempt_id, amount, currency: order.currency };
}

/** Returns the attempt and the handler that charged the order. Only this handler may refund or void the payment. */
function attemptOf({ payment }: Order): { readonly id: string; readonly handler_id: string } {
  return { id: required(payment.attempt_id, 'attempt'), handler_id: required(payment.handler_id, 'handler') };
}

/** Writes an outcome that is not part of a call's response. */
export async function writeResolution(
  by: Resolver,
  orderId: string,
  decide: (current: Order) => OrderWrites,
): Promise<void> {
  await by.step((rows) => {
    const current = rows.get('order', orderId);
    return { writes: current ? decide(current).writes : [], result: undefined };
  });
}

/**
 * Resolves the open refunds and the void of an order. Several processes may run it concurrently. All refunds share one
 * deadline; those not requested by then are left for the next run.
 */
export async function resolveOpenMoney(by: Resolver, orderId: string): Promise<void> {
  const deadline = by.gateway.refunds.deadline();
  const read = () => by.read((rows) => rows.get('order', orderId));
  const found = await read();
  const free = (found ? findOpenMoney(found) : []).filter(
    (one) => one === 'void' || !by.gateway.refunds.isAsking(one.id),
  );
  await forEachLimited(ASKED_AT_ONCE, free, async (open) => {
    const order = await read();
    if (!order || !isOpen(order, open)) return;
    await queryHandler(by, order, open, deadline, (decide) => writeResolution(by, orderId, decide));
  });
}

function isOpen(order: Order, open: OpenMoney): boolean {
  return findOpenMoney(order).some((one) => idOf(one) === idOf(open));
}

function idOf(open: OpenMoney): string {
  return open === 'void' ? open : open.id;
}
