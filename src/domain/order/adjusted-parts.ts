import { PortalError } from '../errors/portal-error.js';
import { allocate, sum } from '../values/money.js';
import type { AdjustedLine, AdjustmentType } from './adjustment.js';
import { splitRefundedUnits, unrefundedUnits } from './cancel-units.js';
import type { Order } from './order.js';
import { type LineMoney, moneyOfLines, returnedUnits, toRestock, worthOf } from './paid.js';
import { type RequestedLine, requestedLines, stillInShop } from './requested-lines.js';

/** Distribution of an adjustment over lines, in units and money (docs/orders.md, Refunds). */

/** A requested refund, return or cancellation: units of lines, an amount, or both; neither means everything left. */
export interface AdjustmentRequest {
  readonly type: AdjustmentType;
  readonly line_items?: readonly { readonly id: string; readonly quantity: number }[] | undefined;
  /** Minor units. */
  readonly amount?: number | undefined;
  readonly reason?: string | undefined;
  /** True if the buyer may read the reason. */
  readonly visible?: boolean | undefined;
  /** True to restock returned units; by default they are not. */
  readonly restock?: boolean | undefined;
}

/** A line of an adjustment with the units it cancels. */
export interface Part extends AdjustedLine {
  readonly index: number;
  readonly more: number;
}

/**
 * The adjusted lines; unaffected lines are left out.
 * @throws PortalError `adjustment_exceeds_paid`, `invalid_request`
 */
export function partsOf(order: Order, request: AdjustmentRequest): Part[] {
  const { line_items } = request;
  const money = moneyOfLines(order);
  return line_items ? ofLines(order, money, { ...request, line_items }) : ofOrder(order, money, request.amount);
}

const NO_MONEY: LineMoney = { paid: 0, left: 0, units: 0, canceled: 0, counted: 0 };

type OfLines = AdjustmentRequest & { readonly line_items: NonNullable<AdjustmentRequest['line_items']> };

/** Values the units, or spreads the amount over the lines in proportion to what is left of each. */
function ofLines(order: Order, money: readonly LineMoney[], request: OfLines): Part[] {
  const { type, amount } = request;
  const asked = askedFor(order, money, request);
  const parts = asked.map((one) => partOf(one, money[one.index] ?? NO_MONEY, type, amount === 0));
  const left = parts.map((part) => part.left);
  if (amount !== undefined) assertWithin(amount, sum(left), 'amount', 'for these lines');
  else if (type === 'refund' && isPaidBack(parts)) throw exceeds('line_items', 0, 'for these lines');
  const amounts = amount === undefined ? parts.map(({ worth }) => worth) : allocate(amount, left);
  return parts.map(({ line, index, quantity, without, canceled, more }, place) => {
    const restocked = type === 'return' && request.restock ? toRestock(order, line.id, quantity) : 0;
    return {
      index,
      more,
      id: line.id,
      quantity,
      amount: amounts[place] ?? 0,
      ...(without > 0 && { without_money: without }),
      ...(canceled > 0 && { canceled }),
      ...(restocked > 0 && { restocked }),
    };
  });
}

/** True if money was paid for the lines and none of it is left. Nothing was paid for a gift, so its units are refunded as 0. */
function isPaidBack(parts: readonly { readonly paid: number; readonly left: number }[]): boolean {
  return sum(parts.map(({ left }) => left)) === 0 && sum(parts.map(({ paid }) => paid)) > 0;
}

function askedFor(order: Order, money: readonly LineMoney[], { type, line_items }: OfLines): RequestedLine[] {
  if (type === 'cancellation') return requestedLines(order, line_items, stillInShop);
  return type === 'return' ? takenBack(order, line_items) : notGivenBack(order, money, line_items);
}

/** Returned units: they must have left the shop and not have come back. */
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
 * Value of the units, and how many carry no money: in a return or cancellation, those already refunded; all if no money
 * is left or the caller requests amount 0.
 */
function partOf(asked: RequestedLine, money: LineMoney, type: AdjustmentType, goodsOnly: boolean) {
  const { line, quantity } = asked;
  const { total } = line.quantity;
  const open = goodsOnly || money.left === 0 ? 0 : total - money.units - unrefundedUnits(line, money);
  const units = type === 'refund' ? quantity : Math.min(quantity, open);
  const worth = Math.min(worthOf(money, total, units), money.left);
  const base = { ...asked, without: quantity - units, worth, left: money.left, paid: money.paid };
  if (type === 'return') return { ...base, canceled: 0, more: 0 };
  if (type === 'cancellation') return { ...base, canceled: units, more: quantity };
  return { ...base, ...splitRefundedUnits(line, money, units) };
}

/**
 * Spreads an amount of the whole order over all lines by what is left of each; without an amount, includes all units.
 */
function ofOrder(order: Order, money: readonly LineMoney[], amount: number | undefined): Part[] {
  const left = money.map((line) => line.left);
  assertWithin(amount ?? 0, sum(left), 'amount', 'for the order');
  const shares = amount === undefined ? left : allocate(amount, left);
  return order.line_items.flatMap((line, index) => {
    const of = money[index] ?? NO_MONEY;
    const share = shares[index] ?? 0;
    const units = amount === undefined ? line.quantity.total - of.units : 0;
    if (share === 0 && units === 0) return [];
    const { canceled, more } = splitRefundedUnits(line, of, units);
    return [{ index, more, id: line.id, quantity: units, amount: share, ...(canceled > 0 && { canceled }) }];
  });
}

function assertWithin(amount: number, left: number, member: string, of: string): void {
  if (amount > left) throw exceeds(member, left, of);
}

function exceeds(member: string, left: number, of: string): PortalError {
  return new PortalError('adjustment_exceeds_paid', `${member}: at most ${left} (minor units) can be given back ${of}`);
}
