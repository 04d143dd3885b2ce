import { PortalError } from '../errors/portal-error.js';
import { spread, sum } from '../values/money.js';
import type { AdjustedLine, Adjustment, AdjustmentOutcome, AdjustmentType } from './adjustment.js';
import { type Order, orderTotal, type PaymentStatus } from './order.js';
import { type LineMoney, moneyOfLines, returnedUnits, worthOf } from './paid.js';
import { assertAllowed } from './permitted.js';
import { type RequestedLine, requestedLines } from './requested-lines.js';

/** A requested refund or return: units of lines, an amount, or both; neither = all that is left. */
export interface AdjustmentRequest {
  readonly type: AdjustmentType;
  readonly line_items?: readonly { readonly id: string; readonly quantity: number }[] | undefined;
  /** Minor units. */
  readonly amount?: number | undefined;
  readonly reason?: string | undefined;
}

/** The member of a request that is not valid for any order, and why. */
export function requestProblem({ type, line_items, amount }: AdjustmentRequest): readonly [string, string] | undefined {
  if (type === 'return' && !line_items) return ['line_items', 'is required for a return'];
  if (type === 'refund' && amount === 0) return ['amount', 'takes at least 1 for a refund'];
  return undefined;
}

/**
 * Records money to be given back, goods that came back, or both; an amount is pending until the payment
 * handler has confirmed it (docs/orders.md, Refunds).
 * @throws PortalError `order_not_payable`, `adjustment_exceeds_paid`, `limit_exceeded`, `invalid_request`
 */
export function adjust(order: Order, request: AdjustmentRequest, id: string, now: number): Order {
  const [member, text] = requestProblem(request) ?? [];
  if (member !== undefined) throw new PortalError('invalid_request', `${member}: ${text}`);
  assertAllowed(order, request.type);
  return recorded(order, request, id, now);
}

/** Records a refund of all that is left. */
export function refundRest(order: Order, reason: string | undefined, id: string, now: number): Order {
  return recorded(order, { type: 'refund', reason }, id, now);
}

function recorded(order: Order, request: AdjustmentRequest, id: string, now: number): Order {
  const { type, reason } = request;
  const money = moneyOfLines(order);
  const line_items = request.line_items
    ? ofLines(order, money, { ...request, line_items: request.line_items })
    : ofOrder(order, money, request.amount);
  const amount = sum(line_items.map((line) => line.amount));
  const base = {
    id,
    type,
    line_items,
    amount,
    created_at: now,
    ...(request.amount !== undefined && { named: true as const }),
    ...(reason !== undefined && { reason }),
  };
  // Where no money goes, there is nothing to ask the handler for.
  const adjustment: Adjustment =
    amount === 0 ? { ...base, status: 'completed', settled_at: now } : { ...base, status: 'pending' };
  return { ...order, adjustments: [...order.adjustments, adjustment], updated_at: now };
}

const NO_MONEY: LineMoney = { paid: 0, left: 0, units: 0, counted: 0 };

type OfLines = AdjustmentRequest & { readonly line_items: NonNullable<AdjustmentRequest['line_items']> };

/** What the units are worth, or the amount spread over the lines by what is left of each. */
function ofLines(order: Order, money: readonly LineMoney[], { type, line_items, amount }: OfLines): AdjustedLine[] {
  const asked = type === 'return' ? takenBack(order, line_items) : notGivenBack(order, money, line_items);
  const parts = asked.map((one) => partOf(one, money[one.index] ?? NO_MONEY, type === 'return', amount === 0));
  const left = parts.map((part) => part.left);
  if (amount !== undefined) assertWithin(amount, sum(left), 'amount', 'for these lines');
  else if (type === 'refund' && sum(left) === 0) throw exceeds('line_items', 0, 'for these lines');
  const amounts = amount === undefined ? parts.map(({ worth }) => worth) : spread(amount, left);
  return parts.map(({ id, quantity, without }, index) => ({
    id,
    quantity,
    amount: amounts[index] ?? 0,
    ...(without > 0 && { without_money: without }),
  }));
}

/** Units that came back: they had left the shop, and had not come back before. */
function takenBack(order: Order, line_items: OfLines['line_items']): RequestedLine[] {
  const returned = returnedUnits(order);
  return requestedLines(order, line_items, ({ id, quantity }) => ({
    most: quantity.fulfilled - (returned.get(id) ?? 0),
    what: 'have left the shop and have not come back',
  }));
}

function notGivenBack(order: Order, money: readonly LineMoney[], line_items: OfLines['line_items']): RequestedLine[] {
  return requestedLines(order, line_items, ({ quantity }, index) => ({
    most: quantity.total - (money[index]?.units ?? 0),
    what: 'have not been given back',
  }));
}

/**
 * What the units are worth, and how many come back without a refund: in a return, those whose money was given back
 * before; and all of them when no money is left, or the caller asks for amount 0.
 */
function partOf(
  { line, quantity }: RequestedLine,
  { left, ...money }: LineMoney,
  isReturn: boolean,
  goodsOnly: boolean,
) {
  const { total } = line.quantity;
  const open = goodsOnly || left === 0 ? 0 : total - money.units;
  const units = isReturn ? Math.min(quantity, open) : quantity;
  return {
    id: line.id,
    quantity,
    without: quantity - units,
    worth: Math.min(worthOf(money, total, units), left),
    left,
  };
}

/** An amount of the whole order, spread over all lines by what is left of each; no units come with it. */
function ofOrder(order: Order, money: readonly LineMoney[], amount: number | undefined): AdjustedLine[] {
  const left = money.map((line) => line.left);
  assertWithin(amount ?? 0, sum(left), 'amount', 'for the order');
  const shares = amount === undefined ? left : spread(amount, left);
  return order.line_items.flatMap(({ id, quantity }, index) => {
    const share = shares[index] ?? 0;
    const units = amount === undefined ? quantity.total - (money[index]?.units ?? 0) : 0;
    return share === 0 && units === 0 ? [] : [{ id, quantity: units, amount: share }];
  });
}

function assertWithin(amount: number, left: number, member: string, of: string): void {
  if (amount > left) throw exceeds(member, left, of);
}

function exceeds(member: string, left: number, of: string): PortalError {
  return new PortalError('adjustment_exceeds_paid', `${member}: at most ${left} (minor units) can be given back ${of}`);
}

/** Records the outcome of a refund; the payment status follows from all that was given back. */
export function resolveAdjustment(order: Order, id: string, outcome: AdjustmentOutcome, now: number): Order {
  const adjustments = order.adjustments.map((one): Adjustment => {
    if (one.id !== id || one.status !== 'pending') return one;
    return outcome.state === 'completed'
      ? { ...one, status: 'completed', settled_at: now }
      : { ...one, status: 'failed', failure: outcome.reason, settled_at: now };
  });
  const resolved = { ...order, adjustments, updated_at: now };
  return { ...resolved, payment_status: paymentStatusOf(resolved) };
}

function paymentStatusOf(order: Order): PaymentStatus {
  const completed = order.adjustments.filter(({ status }) => status === 'completed');
  const back = sum(completed.map(({ amount }) => amount));
  if (back === 0) return order.payment_status;
  return back >= orderTotal(order) ? 'refunded' : 'partially_refunded';
}
