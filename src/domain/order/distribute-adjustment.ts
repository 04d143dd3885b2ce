import { PortalError } from '../errors/portal-error.js';
import { allocate, sum } from '../values/money.js';
import type { AdjustedLine, AdjustmentType } from './adjustment.js';
import { splitRefundedUnits, unrefundedUnits } from './cancel-units.js';
import { countReturnedUnits, countUnitsToRestock, type LineMoney, lineMoney, valueUnits } from './line-money.js';
import type { Order } from './order.js';
import { matchRequestedLines, type RequestedLine, unitsInShop } from './requested-lines.js';

/** Distribution of an adjustment over lines, in units and money (docs/orders.md, Refunds). */

/**
 * A requested refund, return or cancellation of units, an amount, or both. Without either, it covers everything left.
 */
export interface AdjustmentRequest {
  readonly type: AdjustmentType;
  readonly line_items?: readonly { readonly id: string; readonly quantity: number }[] | undefined;
  /** Minor units. */
  readonly amount?: number | undefined;
  readonly reason?: string | undefined;
  /** True if the buyer may read the reason. */
  readonly visible?: boolean | undefined;
  /** True to add returned units to the stock again. Defaults to false. */
  readonly restock?: boolean | undefined;
}

/** A line of an adjustment with the number of units that the adjustment newly cancels. */
export interface AdjustedPart extends AdjustedLine {
  readonly index: number;
  readonly newlyCanceled: number;
}

/**
 * Distributes an adjustment over the lines; returns the affected ones.
 * @throws PortalError `adjustment_exceeds_paid`, `invalid_request`
 */
export function distributeAdjustment(order: Order, request: AdjustmentRequest): AdjustedPart[] {
  const { line_items } = request;
  const money = lineMoney(order);
  return line_items
    ? distributeOverLines(order, money, { ...request, line_items })
    : distributeOverOrder(order, money, request.amount);
}

const NO_MONEY: LineMoney = { charged: 0, refundable: 0, refundedUnits: 0, canceled: 0, attributed: 0 };

type LinesRequest = AdjustmentRequest & { readonly line_items: NonNullable<AdjustmentRequest['line_items']> };

/**
 * Distributes an adjustment of specific lines. Without an amount, each line gets the value of its units; an amount is
 * split in proportion to what is left of each line.
 */
function distributeOverLines(order: Order, money: readonly LineMoney[], request: LinesRequest): AdjustedPart[] {
  const { type, amount } = request;
  const asked = matchRequest(order, money, request);
  const parts = asked.map((one) => valuePart(one, money[one.index] ?? NO_MONEY, type, amount === 0));
  const left = parts.map((part) => part.left);
  if (amount !== undefined) assertWithin(amount, sum(left), 'amount', 'for these lines');
  else if (type === 'refund' && isFullyRefunded(parts)) throw exceedsPaidError('line_items', 0, 'for these lines');
  const amounts = amount === undefined ? parts.map(({ worth }) => worth) : allocate(amount, left);
  return parts.map(({ line, index, quantity, without, canceled, newlyCanceled }, place) => {
    const restocked = type === 'return' && request.restock ? countUnitsToRestock(order, line.id, quantity) : 0;
    return {
      index,
      newlyCanceled,
      id: line.id,
      quantity,
      amount: amounts[place] ?? 0,
      ...(without > 0 && { without_money: without }),
      ...(canceled > 0 && { canceled }),
      ...(restocked > 0 && { restocked }),
    };
  });
}

/**
 * True if money was paid for these lines and none of it is left. Units of a gift, for which nothing was paid, can still
 * be refunded at 0.
 */
function isFullyRefunded(parts: readonly { readonly charged: number; readonly left: number }[]): boolean {
  return sum(parts.map(({ left }) => left)) === 0 && sum(parts.map(({ charged }) => charged)) > 0;
}

function matchRequest(order: Order, money: readonly LineMoney[], { type, line_items }: LinesRequest): RequestedLine[] {
  if (type === 'cancellation') return matchRequestedLines(order, line_items, unitsInShop);
  return type === 'return' ? matchReturn(order, line_items) : matchRefund(order, money, line_items);
}

/** Checks returned units: they must have left the shop and must not have been returned before. */
function matchReturn(order: Order, line_items: LinesRequest['line_items']): RequestedLine[] {
  const returned = countReturnedUnits(order);
  return matchRequestedLines(order, line_items, ({ id, quantity }) => ({
    most: quantity.fulfilled - (returned.get(id) ?? 0),
    what: 'have left the shop and have not come back',
  }));
}

function matchRefund(
  order: Order,
  money: readonly LineMoney[],
  line_items: LinesRequest['line_items'],
): RequestedLine[] {
  return matchRequestedLines(order, line_items, ({ quantity }, index) => ({
    most: quantity.total - (money[index]?.refundedUnits ?? 0),
    what: 'have not been refunded',
  }));
}

/**
 * Computes the value of the units, and counts those for which nothing is refunded. In a return or cancellation, these
 * are units already refunded, or all units if no money is left or the caller requests amount 0.
 */
function valuePart(asked: RequestedLine, money: LineMoney, type: AdjustmentType, goodsOnly: boolean) {
  const { line, quantity } = asked;
  const { total } = line.quantity;
  const open = goodsOnly || money.refundable === 0 ? 0 : total - money.refundedUnits - unrefundedUnits(line, money);
  const units = type === 'refund' ? quantity : Math.min(quantity, open);
  const worth = Math.min(valueUnits(money, total, units), money.refundable);
  const base = { ...asked, without: quantity - units, worth, left: money.refundable, charged: money.charged };
  if (type === 'return') return { ...base, canceled: 0, newlyCanceled: 0 };
  if (type === 'cancellation') return { ...base, canceled: units, newlyCanceled: quantity };
  return { ...base, ...splitRefundedUnits(line, money, units) };
}

/**
 * Distributes an adjustment of the whole order over all lines in proportion to what is left of each. Without an amount,
 * it covers everything left, including all units.
 */
function distributeOverOrder(order: Order, money: readonly LineMoney[], amount: number | undefined): AdjustedPart[] {
  const left = money.map((line) => line.refundable);
  assertWithin(amount ?? 0, sum(left), 'amount', 'for the order');
  const shares = amount === undefined ? left : allocate(amount, left);
  return order.line_items.flatMap((line, index) => {
    const of = money[index] ?? NO_MONEY;
    const share = shares[index] ?? 0;
    const units = amount === undefined ? line.quantity.total - of.refundedUnits : 0;
    if (share === 0 && units === 0) return [];
    const { canceled, newlyCanceled } = splitRefundedUnits(line, of, units);
    return [{ index, newlyCanceled, id: line.id, quantity: units, amount: share, ...(canceled > 0 && { canceled }) }];
  });
}

function assertWithin(amount: number, left: number, member: string, of: string): void {
  if (amount > left) throw exceedsPaidError(member, left, of);
}

function exceedsPaidError(member: string, left: number, of: string): PortalError {
  return new PortalError('adjustment_exceeds_paid', `${member}: at most ${left} (minor units) can be refunded ${of}`);
}
