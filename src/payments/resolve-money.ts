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
 * Open money of an order: unconfirmed refunds, and a payment to void. Each is recorded first; then the handler is
 * called outside any transaction; then its outcome is written. The order is read again before the call, so that nothing
 * resolved meanwhile is requested.
 */
type OpenMoney = Adjustment | 'void';

/** Concurrent refunds of one order. */
const ASKED_AT_ONCE = 4;

/** Open refunds and voids of an order. */
export function findOpenMoney(order: Order): OpenMoney[] {
  const refunds = order.adjustments.filter(({ status }) => status === 'pending');
  return isVoiding(order) ? ['void', ...refunds] : refunds;
}

/** Writes an outcome. `late` if the caller no longer waits. */
type WriteOutcome<R> = (decide: (current: Order) => OrderWrites, late: boolean) => Promise<R>;

/** Calls the handler and writes its outcome; `undefined` if it did not respond in time. */
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

/** Writes the outcome of a refund; a resolved refund does not change. */
function resolveRefund(by: Author, order: Order, id: string, outcome: RefundOutcome): OrderWrites {
  const pending = order.adjustments.some((one) => one.id === id && one.status === 'pending');
  if (!pending || outcome.state === 'pending') return leaveUnchanged(order);
  return buildOrderWrites(by, order, resolveAdjustment(order, id, outcome, by.now), `order.refund_${outcome.state}`);
}

function resolveVoid(by: Author, order: Order): OrderWrites {
  if (!isVoiding(order)) return leaveUnchanged(order);
  return buildOrderWrites(by, order, markVoided(order, by.now), 'order.payment_voided');
}

/** Author of an outcome, at the time of the handler's response rather than of the call. */
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

/** Money moves only through the handler that charged it. */
function attemptOf({ payment }: Order): { readonly id: string; readonly handler_id: string } {
  return { id: required(payment.attempt_id, 'attempt'), handler_id: required(payment.handler_id, 'handler') };
}

/** Writes an outcome that no caller waits for. */
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
 * Resolves the open refunds and voids of an order; safe to call from several processes at once. All share one wait, and
 * late ones are left for the next time.
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
