import { amountLost } from '../payment/dispute.js';
import { allocate, mulDiv, sum } from '../values/money.js';
import { lineReductions, refundOf } from './adjustment.js';
import { type Order, type OrderLine, orderTotal } from './order.js';
import { amountPaid, openAmount, progressOf } from './order-payment.js';

/** Charged and refundable amounts per line (docs/orders.md, Refunds). Minor units. */

/**
 * Amount charged per line, paid or not: goods after discounts, added tax, and shares of shipping and fees with their
 * tax. The lines add up to the order's total.
 */
export function chargedPerLine(order: Order): number[] {
  const onTop = order.totals.some(({ type }) => type === 'tax');
  const goods = order.line_items.map(
    ({ allocation: a }) => a.subtotal - a.items_discount - a.order_discount + (onTop ? a.tax : 0),
  );
  const fees = sum((order.fees ?? []).map(({ amount, tax }) => amount + (onTop ? tax : 0)));
  const shipping = orderTotal(order) - sum(goods) - fees;
  const ofShipping = allocate(shipping, costWeights(order, goods, shippedLines(order)));
  const ofFees = allocate(
    fees,
    costWeights(order, goods, () => true),
  );
  return goods.map((amount, index) => amount + (ofShipping[index] ?? 0) + (ofFees[index] ?? 0));
}

/** Weights for splitting an amount: the cost of each participating line, or its units if none of them has a cost. */
function costWeights(
  { line_items }: Order,
  goods: readonly number[],
  takesPart: (line: OrderLine) => boolean,
): number[] {
  const byPrice = line_items.map((line, index) => (takesPart(line) ? (goods[index] ?? 0) : 0));
  if (sum(byPrice) > 0) return byPrice;
  return line_items.map((line) => (takesPart(line) ? line.quantity.total : 0));
}

/** Selects shipped and collected lines, which share the shipping cost. Fees are shared by all lines. */
function shippedLines({ fulfillment }: Order): (line: OrderLine) => boolean {
  const brought = new Set(
    fulfillment.expectations
      .filter(({ method_type }) => method_type !== 'digital')
      .flatMap((one) => one.line_items.map(({ id }) => id)),
  );
  return (line) => brought.size === 0 || brought.has(line.id);
}

/**
 * Amount that can still be refunded or, if it is not paid or captured yet, canceled. Pending refunds and lost disputes
 * are subtracted, failed refunds are not. Minor units.
 */
export function refundableAmount(order: Order): number {
  const given = order.adjustments.map((one) => (one.status === 'failed' ? 0 : refundOf(one)));
  // A provider may let more be refunded than is left after a lost dispute.
  return Math.max(0, openAmount(order) + amountPaid(order) - sum(given) - amountLost(progressOf(order)));
}

/** Amounts of a line. Pending refunds count as refunded. */
export interface LineMoney {
  readonly charged: number;
  /** Amount that can still be refunded or canceled. The lines add up to that of the order. */
  readonly refundable: number;
  /** Units refunded or no longer owed. */
  readonly refundedUnits: number;
  /** Refunded units that count as canceled. */
  readonly canceled: number;
  /**
   * Value of the refunded units: the amount refunded or, for an amount specified by the caller, the units' share of
   * what was paid.
   */
  readonly attributed: number;
}

export function lineMoney(order: Order): LineMoney[] {
  const amounts = chargedPerLine(order);
  const lines = order.line_items.map((line, index) => {
    const charged = amounts[index] ?? 0;
    const { amount, ...refunds } = sumRefunds(order, line, charged);
    return { charged, left: charged - amount, ...refunds };
  });
  const left = divideRest(refundableAmount(order), lines);
  return lines.map(({ left: _left, ...line }, index) => ({ ...line, refundable: left[index] ?? 0 }));
}

/**
 * Divides what can be refunded by what is left of the lines. It is less if not everything was captured or a dispute was
 * lost, and more if too much was captured outside the portal.
 */
function divideRest(most: number, lines: readonly { readonly charged: number; readonly left: number }[]): number[] {
  const left = lines.map((line) => Math.max(0, line.left));
  if (most === sum(left)) return left;
  return allocate(most, sum(left) > 0 ? left : lines.map(({ charged }) => charged));
}

/**
 * Adds up the refunds of a line. `amount` is the money refunded or no longer owed, which may differ from the value of the
 * units. Of a failed refund, only the part counts that is no longer captured.
 */
function sumRefunds(order: Order, { id, quantity }: OrderLine, charged: number) {
  let refunds = { refundedUnits: 0, canceled: 0, attributed: 0, amount: 0 };
  for (const adjustment of order.adjustments) {
    const { status, named, line_items } = adjustment;
    const index = line_items.findIndex((one) => one.id === id);
    const part = line_items[index];
    if (!part) continue;
    if (status === 'failed') {
      refunds = { ...refunds, amount: refunds.amount + (lineReductions(adjustment)[index] ?? 0) };
      continue;
    }
    const units = part.quantity - (part.without_money ?? 0);
    const value = named ? valueUnits({ ...refunds, charged }, quantity.total, units) : part.amount;
    refunds = {
      refundedUnits: refunds.refundedUnits + units,
      canceled: refunds.canceled + (part.canceled ?? 0),
      attributed: refunds.attributed + (units === 0 ? 0 : value),
      amount: refunds.amount + part.amount,
    };
  }
  return refunds;
}

/**
 * Value of the next `more` units: the value of the refunded units including these, minus the value already attributed.
 * The values of all units thus add up to exactly what was paid, even if a refund failed in between. If a caller chose
 * to refund less, later refunds do not make up the difference.
 */
export function valueUnits(
  { charged, refundedUnits, attributed }: Pick<LineMoney, 'charged' | 'refundedUnits' | 'attributed'>,
  total: number,
  more: number,
): number {
  return more === 0 ? 0 : Math.max(0, mulDiv(charged, refundedUnits + more, total) - attributed);
}

/** Returned units by line id. */
export function countReturnedUnits({ adjustments }: Pick<Order, 'adjustments'>): ReadonlyMap<string, number> {
  const units = new Map<string, number>();
  for (const { type, status, line_items } of adjustments) {
    if (type !== 'return' || status === 'failed') continue;
    for (const { id, quantity } of line_items) units.set(id, (units.get(id) ?? 0) + quantity);
  }
  return units;
}

/**
 * Number of newly returned units to add to the stock. Excludes units that an earlier attempt at this return added
 * before its refund failed.
 */
export function countUnitsToRestock(order: Pick<Order, 'adjustments'>, id: string, more: number): number {
  const lines = order.adjustments.flatMap(({ line_items }) => line_items.filter((line) => line.id === id));
  const before = sum(lines.map(({ restocked = 0 }) => restocked));
  return Math.max(0, Math.min(more, (countReturnedUnits(order).get(id) ?? 0) + more - before));
}
