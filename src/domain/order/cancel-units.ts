import { withoutWaiting } from './addition.js';
import { withoutHold } from './end-hold.js';
import type { LineMoney } from './line-money.js';
import { hasMoved, type Order, type OrderLine, unitsToShip } from './order.js';

/** Units of a line that a refund cancels. */
interface CanceledUnits {
  /** Refunded units that count as canceled. */
  readonly canceled: number;
  /** Part of `canceled` that was still to be shipped. */
  readonly newlyCanceled: number;
}

/**
 * Assigns refunded units first to units that were canceled without a refund, then to units not yet shipped, which are
 * thereby canceled. This order prevents a refunded unit from being shipped later.
 */
export function splitRefundedUnits(line: OrderLine, money: Pick<LineMoney, 'canceled'>, units: number): CanceledUnits {
  const before = Math.min(units, unrefundedUnits(line, money));
  const newlyCanceled = Math.min(units - before, unitsToShip(line));
  return { canceled: before + newlyCanceled, newlyCanceled };
}

/** Counts canceled units that have not been refunded. */
export function unrefundedUnits({ quantity }: OrderLine, { canceled }: Pick<LineMoney, 'canceled'>): number {
  return Math.max(0, quantity.canceled - canceled);
}

/**
 * Cancels `more[i]` further units of line i. When nothing is left to ship, any hold ends and the order becomes
 * `fulfilled` if any unit left the shop, else `canceled`. Added items are not sent with a canceled order, so unpaid ones
 * are removed.
 */
export function cancelUnits(order: Order, more: readonly number[]): Order {
  if (more.every((units) => units === 0)) return order;
  const line_items = order.line_items.map(({ quantity, ...line }, index) => ({
    ...line,
    quantity: { ...quantity, canceled: quantity.canceled + (more[index] ?? 0) },
  }));
  if (line_items.some((line) => unitsToShip(line) > 0)) return { ...order, line_items };
  if (hasMoved(order)) return { ...withoutHold(order), line_items, status: 'fulfilled' };
  return { ...withoutWaiting(withoutHold(order)), line_items, status: 'canceled' };
}
