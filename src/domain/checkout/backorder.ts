import { sum } from '../values/money.js';
import type { Cart } from './checkout.js';

/**
 * Days by which an item is promised later, because the cart has more units than are left of it; 0 = all are there, or the
 * item is never sold before it is there.
 */
export function lateDays(cart: Cart, itemId: string): number {
  const days = cart.items.get(itemId)?.backorder?.days ?? 0;
  const left = cart.stock.get(itemId);
  if (days === 0 || left === undefined) return 0;
  const units = sum(cart.checkout.lines.filter((line) => line.item_id === itemId).map((line) => line.quantity));
  return units > left ? days : 0;
}
