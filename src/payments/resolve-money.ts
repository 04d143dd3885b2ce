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
 * Open money of an order: refunds that the handler has not confirmed, and a payment to be voided. Each is recorded
 * first; then the handler is asked, outside any transaction; then its answer is written. The order is read again
 * before the handler is asked, so that nothing is asked that has ended meanwhile.
 */
type OpenMoney = Adjustment | 'void';

/** At most so many refunds of one order are asked for at the same time. */
const ASKED_AT_ONCE = 4;

/** What is still open of an order. */
export function openMoney(order: Order): OpenMoney[] {
  const refunds = order.adjustments.filter(({ status }) => status === 'pending');
  return isVoiding(order) ? ['void', ...refunds] : refunds;
}

/** Writes an outcome. `late`: the caller has gone on without it. */
type WriteOutcome<R> = (decide: (current: Order) => OrderWrites, late: boolean) => Promise<R>;

/** Asks the handler, and writes its answer; undefined = it has not answered in time. */
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

/** Writes the outcome of a refund; one that is resolved already is not changed. */
function resolveRefund(by: Author, order: Order, id: string, outcome: RefundOutcome): OrderWrites {
  const pending = order.adjustments.some((one) => one.id === id && one.status === 'pending');
  if (!pending || outcome.state === 'pending') return leaveUnchanged(order);
  return buildOrderWrites(by, order, resolveAdjustment(order, id, outcome, by.now), `order.refund_${outcome.state}`);
}

function resolveVoid(by: Author, order: Order): OrderWrites {
  if (!isVoiding(order)) return leaveUnchanged(order);
  return buildOrderWrites(by, order, markVoided(order, by.now), 'order.payment_voided');
}

/** The author of an outcome, at the time of the handler's answer and not of the question. */
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

/** Money moves only where a handler was asked for it. */
function attemptOf({ payment }: Order): { readonly id: string; readonly handler_id: string } {
  return { id: required(payment.attempt_id, 'attempt'), handler_id: required(payment.handler_id, 'handler') };
}

/** Writes an outcome that no call waits for. */
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
 * Resolves what was left open of an order; safe to call from several processes at once. All share
 * one wait; what the handler has not answered by then is left for the next time.
 */
export async function resolveOpenMoney(by: Resolver, orderId: string): Promise<void> {
  const deadline = by.gateway.refunds.deadline();
  const read = () => by.read((rows) => rows.get('order', orderId));
  const found = await read();
  const free = (found ? openMoney(found) : []).filter((one) => one === 'void' || !by.gateway.refunds.isAsking(one.id));
  await forEachLimited(ASKED_AT_ONCE, free, async (open) => {
    const order = await read();
    if (!order || !isOpen(order, open)) return;
    await queryHandler(by, order, open, deadline, (decide) => writeResolution(by, orderId, decide));
  });
}

function isOpen(order: Order, open: OpenMoney): boolean {
  return openMoney(order).some((one) => idOf(one) === idOf(open));
}

function idOf(open: OpenMoney): string {
  return open === 'void' ? open : open.id;
}
