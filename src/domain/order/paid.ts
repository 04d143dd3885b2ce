import { mulDiv, spread, sum } from '../values/money.js';
import { type Order, type OrderLine, orderTotal, sumUnpaidAdjustments } from './order.js';

/** What was paid for each line, and how much of it is left to give back (docs/orders.md, Refunds). Minor units. */

/**
 * What the buyer paid for each line: goods after discounts, tax on top, and its shares of the shipping and of the fees
 * with the tax on them. The shares add up to the order's total.
 */
export function paidPerLine(order: Order): number[] {
  const onTop = order.totals.some(({ type }) => type === 'tax');
  const goods = order.line_items.map(
    ({ allocation: a }) => a.subtotal - a.items_discount - a.order_discount + (onTop ? a.tax : 0),
  );
  const fees = sum((order.fees ?? []).map(({ amount, tax }) => amount + (onTop ? tax : 0)));
  const shipping = orderTotal(order) - sum(goods) - fees;
  const ofShipping = spread(shipping, costWeights(order, goods, shippedLines(order)));
  const ofFees = spread(
    fees,
    costWeights(order, goods, () => true),
  );
  return goods.map((amount, index) => amount + (ofShipping[index] ?? 0) + (ofFees[index] ?? 0));
}

/** Lines share by what they cost, or by their units where they cost nothing. */
function costWeights(
  { line_items }: Order,
  goods: readonly number[],
  takesPart: (line: OrderLine) => boolean,
): number[] {
  const byPrice = line_items.map((line, index) => (takesPart(line) ? (goods[index] ?? 0) : 0));
  if (sum(byPrice) > 0) return byPrice;
  return line_items.map((line) => (takesPart(line) ? line.quantity.total : 0));
}

/** Shipping is shared by the lines that are shipped or picked up; fees by all. */
function shippedLines({ fulfillment }: Order): (line: OrderLine) => boolean {
  const brought = new Set(
    fulfillment.expectations
      .filter(({ method_type }) => method_type !== 'digital')
      .flatMap((one) => one.line_items.map(({ id }) => id)),
  );
  return (line) => brought.size === 0 || brought.has(line.id);
}

/** What the buyer has to pay for the order, or has paid: its total without what was taken off before the payment. Minor units. */
export function payableTotal(order: Order): number {
  return orderTotal(order) - sumUnpaidAdjustments(order);
}

/** What was paid for the order; 0 until it is paid. Minor units. */
export function amountPaid(order: Order): number {
  return isPaid(order) ? payableTotal(order) : 0;
}

/** The payment has arrived, whether it was given back later or not. */
export function isPaid({ payment_status }: Pick<Order, 'payment_status'>): boolean {
  return payment_status !== 'pending' && payment_status !== 'voided';
}

/** What was given back of it, as the payment handler has confirmed. Minor units. */
export function amountRefunded({ adjustments }: Pick<Order, 'adjustments'>): number {
  return sum(adjustments.map((one) => (one.status === 'completed' && !one.unpaid ? one.amount : 0)));
}

/**
 * What is left to give back of the order, or before it is paid: what is owed. A pending refund counts as given back, a
 * failed one does not.
 */
export function refundable(order: Order): number {
  const given = order.adjustments.filter(({ status }) => status !== 'failed');
  return orderTotal(order) - sum(given.map(({ amount }) => amount));
}

/** The money of a line; pending refunds count as given back. */
export interface LineMoney {
  readonly paid: number;
  /** What is left to give back, or before the payment: what is owed; 0 when the payment is void. */
  readonly left: number;
  /** Units whose money was given back, or is no longer owed. */
  readonly units: number;
  /** How many of these count as canceled. */
  readonly canceled: number;
  /** What those units were worth: what was given back for them, or with a named amount, their share of what was paid. */
  readonly counted: number;
}

export function moneyOfLines(order: Order): LineMoney[] {
  const isVoid = order.payment_status === 'voided';
  const paid = paidPerLine(order);
  return order.line_items.map((line, index) => {
    const { given, ...back } = givenBack(order, line, paid[index] ?? 0);
    return { paid: paid[index] ?? 0, left: isVoid ? 0 : (paid[index] ?? 0) - given, ...back };
  });
}

function givenBack(order: Order, { id, quantity }: OrderLine, paid: number) {
  let back = { units: 0, canceled: 0, counted: 0, given: 0 };
  for (const { status, named, line_items } of order.adjustments) {
    const part = status === 'failed' ? undefined : line_items.find((one) => one.id === id);
    if (!part) continue;
    const units = part.quantity - (part.without_money ?? 0);
    const worth = named ? worthOf({ ...back, paid }, quantity.total, units) : part.amount;
    back = {
      units: back.units + units,
      canceled: back.canceled + (part.canceled ?? 0),
      counted: back.counted + (units === 0 ? 0 : worth),
      given: back.given + part.amount,
    };
  }
  return back;
}

/**
 * What some more units of a line are worth: the share of all units so far, less what the earlier ones were worth. So
 * all units together are worth exactly what was paid, also when a refund failed in between. An amount that a caller
 * named for less is not made up for later.
 */
export function worthOf(
  { paid, units, counted }: Pick<LineMoney, 'paid' | 'units' | 'counted'>,
  total: number,
  more: number,
): number {
  return more === 0 ? 0 : Math.max(0, mulDiv(paid, units + more, total) - counted);
}

/** Units of each line that came back, by the line's id. */
export function returnedUnits({ adjustments }: Pick<Order, 'adjustments'>): ReadonlyMap<string, number> {
  const units = new Map<string, number>();
  for (const { type, status, line_items } of adjustments) {
    if (type !== 'return' || status === 'failed') continue;
    for (const { id, quantity } of line_items) units.set(id, (units.get(id) ?? 0) + quantity);
  }
  return units;
}

/**
 * How many of some more units that come back go on sale again: not those that did so with a return whose money could not
 * be given back, and which is now recorded again.
 */
export function toRestock(order: Pick<Order, 'adjustments'>, id: string, more: number): number {
  const lines = order.adjustments.flatMap(({ line_items }) => line_items.filter((line) => line.id === id));
  const before = sum(lines.map(({ restocked = 0 }) => restocked));
  return Math.max(0, Math.min(more, (returnedUnits(order).get(id) ?? 0) + more - before));
}
