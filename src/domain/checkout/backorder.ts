import { sum } from '../values/money.js';
import type { Cart } from './checkout.js';

/**
 * Days added to an item's delivery promise because the cart holds more units than are in stock; 0 if all are in stock
 * or the item cannot be backordered.
 */
export function backorderDays(cart: Cart, itemId: string): number {
  const days = cart.items.get(itemId)?.backorder?.days ?? 0;
  const left = cart.stock.get(itemId);
  if (days === 0 || left === undefined) return 0;
  const units = sum(cart.checkout.lines.filter((line) => line.item_id === itemId).map((line) => line.quantity));
  return units > left ? days : 0;
}

/** Counts backordered units per line. Earlier lines use up the stock first. */
export function backorderedUnits(cart: Cart): number[] {
  const left = new Map(cart.stock);
  return cart.checkout.lines.map(({ item_id, quantity }) => {
    const units = left.get(item_id);
    if (units === undefined || backorderDays(cart, item_id) === 0) return 0;
    const there = Math.min(quantity, Math.max(0, units));
    left.set(item_id, units - there);
    return quantity - there;
  });
}
