import { hasMoved, type Order, type OrderLine, unitsToShip } from './order.js';
import type { LineMoney } from './paid.js';

/** Units of a line that count as canceled when the money of some is given back. */
interface CanceledUnits {
  /** Of those whose money is given back. */
  readonly canceled: number;
  /** Of these, those that were still to be shipped until now. */
  readonly more: number;
}

/**
 * What a refund of some units cancels: first come the units that were canceled before and whose money was not given
 * back, then those that are still in the shop. So no unit leaves the shop whose money was given back.
 */
export function splitRefundedUnits(line: OrderLine, money: Pick<LineMoney, 'canceled'>, units: number): CanceledUnits {
  const before = Math.min(units, unrefundedUnits(line, money));
  const more = Math.min(units - before, unitsToShip(line));
  return { canceled: before + more, more };
}

/** Units that were canceled, and whose money was not given back. */
export function unrefundedUnits({ quantity }: OrderLine, { canceled }: Pick<LineMoney, 'canceled'>): number {
  return Math.max(0, quantity.canceled - canceled);
}

/**
 * Cancels more units of the lines, in the order of the lines. When none is left to ship, the order is canceled if nothing
 * has left the shop, else fulfilled; it is on hold no more.
 */
export function cancelUnits(order: Order, more: readonly number[]): Order {
  if (more.every((units) => units === 0)) return order;
  const line_items = order.line_items.map(({ quantity, ...line }, index) => ({
    ...line,
    quantity: { ...quantity, canceled: quantity.canceled + (more[index] ?? 0) },
  }));
  if (line_items.some((line) => unitsToShip(line) > 0)) return { ...order, line_items };
  const { hold_reason, hold_visible, hold_note, ...rest } = order;
  return { ...rest, line_items, status: hasMoved(order) ? 'fulfilled' : 'canceled' };
}
