import { PortalError } from '../errors.js';
import { spread, sum } from '../money.js';
import {
  type AdjustedLine,
  type Adjustment,
  type AdjustmentType,
  type Order,
  orderTotal,
  type PaymentStatus,
} from './order.js';
import { givenBack, refundablePerLine, worthOf } from './paid.js';
import { assertAllowed } from './transitions.js';

/** What is asked to be given back: units of lines, an amount, or both; neither = all that is left. */
export interface AdjustmentRequest {
  readonly type: AdjustmentType;
  readonly line_items?: readonly { readonly id: string; readonly quantity: number }[] | undefined;
  /** Minor units. */
  readonly amount?: number | undefined;
  readonly reason?: string | undefined;
}

/**
 * Records money to be given back; it is pending until the payment handler has said so (docs/orders.md, Refunds).
 * @throws PortalError `order_not_payable`, `adjustment_exceeds_paid`, `invalid_request`
 */
export function adjust(order: Order, request: AdjustmentRequest, id: string, now: number): Order {
  assertAllowed(order, 'refund');
  if (request.type === 'return' && !request.line_items) {
    throw new PortalError('invalid_request', 'line_items: is required for a return');
  }
  const lines = request.line_items ? indexed(order, request) : undefined;
  const line_items = lines ? ofLines(order, lines, request.amount) : ofOrder(order, request.amount);
  const amount = sum(line_items.map((line) => line.amount));
  if (amount === 0 && leftOf(order, line_items) === 0) {
    throw exceeds('line_items: nothing that was paid for these lines is left to give back');
  }
  const adjustment: Adjustment = {
    id,
    type: request.type,
    // A unit's part of a small amount may be nothing; then there is nothing to ask the handler for.
    status: amount === 0 ? 'completed' : 'pending',
    line_items,
    amount,
    ...(request.reason !== undefined && { reason: request.reason }),
    created_at: now,
  };
  return { ...order, adjustments: [...order.adjustments, adjustment], updated_at: now };
}

function leftOf(order: Order, lines: readonly { readonly id: string }[]): number {
  const left = refundablePerLine(order);
  return sum(lines.map(({ id }) => left[order.line_items.findIndex((line) => line.id === id)] ?? 0));
}

interface AskedLine {
  readonly index: number;
  readonly id: string;
  readonly quantity: number;
}

/** The lines that are asked for; units can be given back once, and returned only after they were moved. */
function indexed(order: Order, { type, line_items = [] }: AdjustmentRequest): AskedLine[] {
  const seen = new Set<string>();
  return line_items.map(({ id, quantity }, position) => {
    const path = `line_items[${position}]`;
    const index = order.line_items.findIndex((line) => line.id === id);
    const line = order.line_items[index];
    if (!line) throw new PortalError('invalid_request', `${path}.id: the order has no line of this id`);
    if (seen.has(id)) throw new PortalError('invalid_request', `${path}.id: each line can be named once`);
    seen.add(id);
    const { units, returned } = givenBack(order, id);
    const left = line.quantity.total - units;
    const most = type === 'return' ? Math.min(left, line.quantity.fulfilled - returned) : left;
    if (quantity > most) {
      const what = type === 'return' ? 'moved and not returned' : 'not given back';
      throw new PortalError('invalid_request', `${path}.quantity: ${most} units of the line are ${what}`);
    }
    return { index, id, quantity };
  });
}

/** What the units are worth, or the amount spread over the lines by what is left of each. */
function ofLines(order: Order, lines: readonly AskedLine[], amount: number | undefined): AdjustedLine[] {
  if (amount === undefined) {
    return lines.map(({ index, id, quantity }) => ({ id, quantity, amount: worthOf(order, index, quantity) }));
  }
  const perLine = refundablePerLine(order);
  const left = lines.map(({ index }) => perLine[index] ?? 0);
  assertWithin(amount, sum(left), 'for these lines');
  const shares = spread(amount, left);
  return lines.map(({ id, quantity }, position) => ({ id, quantity, amount: shares[position] ?? 0 }));
}

/** An amount of the whole order, spread over all lines by what is left of each; no units come with it. */
function ofOrder(order: Order, amount: number | undefined): AdjustedLine[] {
  const left = refundablePerLine(order);
  assertWithin(amount ?? 0, sum(left), 'of the order');
  const shares = amount === undefined ? left : spread(amount, left);
  return order.line_items.flatMap(({ id, quantity }, index) => {
    const share = shares[index] ?? 0;
    const units = amount === undefined ? quantity.total - givenBack(order, id).units : 0;
    return share === 0 && units === 0 ? [] : [{ id, quantity: units, amount: share }];
  });
}

function assertWithin(amount: number, left: number, of: string): void {
  if (amount > left) throw exceeds(`amount: at most ${left} (minor units) can be given back ${of}`);
}

function exceeds(detail: string): PortalError {
  return new PortalError('adjustment_exceeds_paid', detail);
}

/** What came of a refund; the payment status follows from all that was given back. */
export function settleAdjustment(
  order: Order,
  id: string,
  outcome: { readonly state: 'completed' } | { readonly state: 'failed'; readonly reason: string },
  now: number,
): Order {
  const settledAs = {
    status: outcome.state,
    ...(outcome.state === 'failed' && { failure: outcome.reason }),
    settled_at: now,
  };
  const adjustments = order.adjustments.map((one) => (one.id === id ? { ...one, ...settledAs } : one));
  const settled = { ...order, adjustments, updated_at: now };
  return { ...settled, payment_status: paymentStatusOf(settled) };
}

function paymentStatusOf(order: Order): PaymentStatus {
  const completed = order.adjustments.filter(({ status }) => status === 'completed');
  const back = sum(completed.map(({ amount }) => amount));
  if (back === 0) return order.payment_status;
  return back >= orderTotal(order) ? 'refunded' : 'partially_refunded';
}
