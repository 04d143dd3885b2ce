import { resolveAdjustment } from '../domain/order/adjust.js';
import { refundOf } from '../domain/order/adjustment.js';
import { resolveCapture } from '../domain/order/capture.js';
import { type Order, orderTotal } from '../domain/order/order.js';
import { isVoiding, markVoided, pendingCaptures } from '../domain/order/order-payment.js';
import { required } from '../domain/values/required.js';
import type { CaptureOutcome, RefundOutcome, Rows } from '../ports.js';
import type { Author } from '../records/audit.js';
import { buildOrderWrites, leaveUnchanged, type OrderWrites } from '../records/order-writes.js';
import { paymentPlace } from './due-payment.js';
import { forEachLimited } from './for-each-limited.js';
import type { CallPlace } from './handler-calls.js';
import { ignoreHandlerDown } from './payment-gateway.js';
import type { Resolver } from './resolve-payment.js';

/**
 * An unsettled amount of an order: a refund or capture without a final outcome, or a payment to void. The order records
 * it first. The handler is then called outside any transaction, and its outcome is written. The order is read again
 * before the call, so that one that was resolved in the meantime is not requested again.
 */
interface OpenMoney {
  readonly kind: 'refund' | 'capture' | 'void';
  /** Id of the adjustment or capture. Of a void, that of the attempt. */
  readonly id: string;
  /** Minor units. */
  readonly amount: number;
  /** Of a capture: true if nothing more will be captured. */
  readonly final?: boolean;
}

/** Maximum number of concurrent handler calls for one order. */
const MAX_CONCURRENT_CALLS = 4;

/** Lists the void of an order, if it is in progress, and the order's pending captures and refunds. */
export function findOpenMoney(order: Order): OpenMoney[] {
  const refunds = order.adjustments.filter(({ status }) => status === 'pending');
  return [
    ...(isVoiding(order) ? [{ kind: 'void' as const, id: attemptOf(order).id, amount: orderTotal(order) }] : []),
    ...pendingCaptures(order).map(({ id, amount, final }) => ({ kind: 'capture' as const, id, amount, final })),
    ...refunds.map((one) => ({ kind: 'refund' as const, id: one.id, amount: refundOf(one) })),
  ];
}

/** Lists the amounts that a change of the order has opened. */
export function findNewMoney(before: Order, after: Order): OpenMoney[] {
  const ids = new Set(findOpenMoney(before).map(({ id }) => id));
  return findOpenMoney(after).filter(({ id }) => !ids.has(id));
}

type Decide = (rows: Rows, current: Order) => OrderWrites;

/** Writes an outcome. `late`: true if the caller no longer waits for the outcome. */
type WriteOutcome<R> = (decide: Decide, late: boolean) => Promise<R>;

/**
 * Calls the handler and writes its outcome. Resolves to `undefined` if the handler did not respond in time or failed to
 * void, or if another call for the same money is in flight.
 */
export async function queryHandler<R>(
  by: Resolver,
  { order, place }: OrderOfShop,
  open: OpenMoney,
  deadline: number,
  write: WriteOutcome<R>,
): Promise<R | undefined> {
  const { transfers } = by.gateway;
  const { id: attempt_id, handler_id } = attemptOf(order);
  const { currency } = order;
  const { id, amount, final = false } = open;
  if (open.kind === 'refund') {
    const refund = transfers.refund({ id, handler_id, attempt_id, amount, currency }, place);
    return transfers.perform(refund, deadline, (outcome, late) =>
      write(resolvesRefund(atAnswerTime(by), id, outcome), late),
    );
  }
  if (open.kind === 'capture') {
    const capture = transfers.capture({ id, handler_id, attempt_id, amount, currency, final }, place);
    return transfers.perform(capture, deadline, (outcome, late) =>
      write(resolvesCapture(atAnswerTime(by), id, outcome), late),
    );
  }
  const voided = await by.gateway.void({ id, handler_id, amount, currency }, place).then(() => true, ignoreHandlerDown);
  return voided ? write(resolvesVoid(atAnswerTime(by)), false) : undefined;
}

/** Builds the writes that record the outcome of a refund. A refund that is already resolved does not change. */
function resolvesRefund(by: Author, id: string, outcome: RefundOutcome): Decide {
  return (rows, order) => {
    const isPending = order.adjustments.some((one) => one.id === id && one.status === 'pending');
    if (!isPending || outcome.state === 'pending') return leaveUnchanged(order);
    const resolved = resolveAdjustment(order, id, outcome, by.now);
    return buildOrderWrites(rows, by, order, resolved, `order.refund_${outcome.state}`);
  };
}

/** Builds the writes that record the outcome of a capture. A capture that is already resolved does not change. */
function resolvesCapture(by: Author, id: string, outcome: CaptureOutcome): Decide {
  return (rows, order) => {
    const isPending = pendingCaptures(order).some((one) => one.id === id);
    if (!isPending || outcome.state === 'pending') return leaveUnchanged(order);
    const resolved = resolveCapture(order, id, outcome, by.now);
    return buildOrderWrites(rows, by, order, resolved, `order.capture_${outcome.state}`);
  };
}

function resolvesVoid(by: Author): Decide {
  return (rows, order) =>
    isVoiding(order)
      ? buildOrderWrites(rows, by, order, markVoided(order, by.now), 'order.payment_voided')
      : leaveUnchanged(order);
}

/** Returns the author of an outcome's writes. Their time is that of the handler's response, not that of the call. */
function atAnswerTime(by: Resolver): Author {
  return { ...by, now: by.gateway.now() };
}

/** Returns the attempt and the handler that charged the order. Only this handler may refund or void the payment. */
function attemptOf({ payment }: Order): { readonly id: string; readonly handler_id: string } {
  return { id: required(payment.attempt_id, 'attempt'), handler_id: required(payment.handler_id, 'handler') };
}

/** An order, and the account and shop of its handler calls. */
export interface OrderOfShop {
  readonly order: Order;
  readonly place: CallPlace;
}

/** Reads an order for handler calls; `undefined` if there is none. */
export function readOrderOfShop(rows: Rows, orderId: string): OrderOfShop | undefined {
  const order = rows.get('order', orderId);
  if (!order) return undefined;
  const payment = order.payment.attempt_id === undefined ? undefined : rows.get('payment', order.payment.attempt_id);
  return { order, place: paymentPlace(rows, payment ?? { shop_id: order.shop_id }) };
}

/** Writes an outcome that is not part of a call's response. */
export async function writeResolution(by: Resolver, orderId: string, decide: Decide): Promise<void> {
  await by.step((rows) => {
    const current = rows.get('order', orderId);
    return { writes: current ? decide(rows, current).writes : [], result: undefined };
  });
}

/**
 * Resolves the open refunds, captures and the void of an order. Several processes may run it concurrently. All transfers
 * share one deadline; those not requested by then are left for the next run.
 */
export async function resolveOpenMoney(by: Resolver, orderId: string): Promise<void> {
  const deadline = by.gateway.transfers.deadline();
  const read = () => by.read((rows) => readOrderOfShop(rows, orderId));
  const found = await read();
  const free = (found ? findOpenMoney(found.order) : []).filter(({ id }) => !by.gateway.transfers.isInFlight(id));
  await forEachLimited(MAX_CONCURRENT_CALLS, free, async (open) => {
    const current = await read();
    if (!current || !findOpenMoney(current.order).some(({ id }) => id === open.id)) return;
    await queryHandler(by, current, open, deadline, (decide) => writeResolution(by, orderId, decide));
  });
}
