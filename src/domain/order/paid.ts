import { mulDiv, spread, sum } from '../money.js';
import { type Order, type OrderLine, orderTotal } from './order.js';

/** What was paid for each line, and how much of it is left to give back (docs/orders.md, Refunds). Minor units. */

/**
 * What the buyer paid for each line: goods after discounts, tax on top, and its share of the shipping with the tax on
 * that. The shares add up to the order's total.
 */
export function paidPerLine(order: Order): number[] {
  const onTop = order.totals.some(({ type }) => type === 'tax');
  const goods = order.line_items.map(
    ({ allocation: a }) => a.subtotal - a.items_discount - a.order_discount + (onTop ? a.tax : 0),
  );
  const shipping = orderTotal(order) - sum(goods);
  const shares = spread(shipping, shippingWeights(order, goods));
  return goods.map((amount, index) => amount + (shares[index] ?? 0));
}

/** Shipping goes with the lines that it brings, by what they cost; by their units where they cost nothing. */
function shippingWeights({ line_items, fulfillment }: Order, goods: readonly number[]): number[] {
  const brought = new Set(
    fulfillment.expectations
      .filter(({ method_type }) => method_type !== 'digital')
      .flatMap((one) => one.line_items.map(({ id }) => id)),
  );
  const isBrought = (line: OrderLine) => brought.size === 0 || brought.has(line.id);
  const byPrice = line_items.map((line, index) => (isBrought(line) ? (goods[index] ?? 0) : 0));
  if (sum(byPrice) > 0) return byPrice;
  return line_items.map((line) => (isBrought(line) ? line.quantity.total : 0));
}

/** What adjustments have given back of a line, or are about to: a failed one gave nothing. */
export interface GivenBack {
  readonly units: number;
  /** Of the units, those that came back. */
  readonly returned: number;
  readonly amount: number;
}

export function givenBack(order: Order, lineId: string): GivenBack {
  const entries = order.adjustments
    .filter(({ status }) => status !== 'failed')
    .flatMap(({ type, line_items }) => line_items.filter(({ id }) => id === lineId).map((line) => ({ ...line, type })));
  return {
    units: sum(entries.map(({ quantity }) => quantity)),
    returned: sum(entries.filter(({ type }) => type === 'return').map(({ quantity }) => quantity)),
    amount: sum(entries.map(({ amount }) => amount)),
  };
}

/** What is left to give back of each line. */
export function refundablePerLine(order: Order): number[] {
  const paid = paidPerLine(order);
  return order.line_items.map(({ id }, index) => (paid[index] ?? 0) - givenBack(order, id).amount);
}

export function refundable(order: Order): number {
  return sum(refundablePerLine(order));
}

/**
 * What some more units of a line are worth: the share of all units so far, less that of those before, so that the
 * shares of all units add up to what was paid. Never more than is left.
 */
export function worthOf(order: Order, index: number, quantity: number): number {
  const line = order.line_items[index];
  if (!line) return 0;
  const paid = paidPerLine(order)[index] ?? 0;
  const { units, amount } = givenBack(order, line.id);
  const upTo = (count: number) => mulDiv(paid, count, line.quantity.total);
  return Math.min(upTo(units + quantity) - upTo(units), paid - amount);
}
