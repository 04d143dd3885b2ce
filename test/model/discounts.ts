import { type Checkout, type Discount, goodsOf, HOUR, type Shop, unitPrice } from './state.js';
import { sum } from './sums.js';

/** Selection of a cart's discounts (docs/money.md, Discounts). */

export type Standing = 'applies' | 'expired' | 'ineligible';

export function usesLeft({ terms, used }: Discount): number | null {
  return terms.max_uses === undefined ? null : Math.max(0, terms.max_uses - used);
}

/** Status of a discount as if it were the cart's only one. */
export function standingAlone(shop: Shop, checkout: Checkout, discount: Discount): Standing {
  const { terms } = discount;
  if (terms.starts !== undefined && shop.now < shop.start + terms.starts * HOUR) return 'expired';
  if (terms.ends !== undefined && shop.now >= shop.start + terms.ends * HOUR) return 'expired';
  if (usesLeft(discount) === 0) return 'expired';
  const named = checkout.lines.filter(({ item }) => terms.item_ids?.some((id) => id === item) ?? true);
  if (terms.item_ids && named.length === 0) return 'ineligible';
  const counted = sum(named.map((line) => unitPrice(goodsOf(shop, line), line.properties) * line.quantity));
  if (terms.minimum_subtotal !== undefined && counted < terms.minimum_subtotal) return 'ineligible';
  const email = checkout.email?.toLowerCase();
  if (terms.once_per_buyer && email !== undefined && discount.usedBy.has(email)) return 'ineligible';
  return 'applies';
}

/** Returns the discounts that would apply alone: first entered codes, then automatic ones, each sorted by code. */
export function qualified(shop: Shop, checkout: Checkout): Discount[] {
  const all = [...shop.discounts.values()].sort((a, b) => (a.code < b.code ? -1 : 1));
  const entered = all.filter(({ code, terms }) => !terms.automatic && checkout.codes.includes(code));
  const automatic = all.filter(({ terms }) => terms.automatic);
  return [...entered, ...automatic].filter((one) => standingAlone(shop, checkout, one) === 'applies');
}

/** Returns the candidate sets of discounts. The first set with the lowest total applies. */
export function sets(discounts: readonly Discount[]): Discount[][] {
  const combine = ({ terms }: Discount) => terms.combinable !== false;
  const found: Discount[][] = [];
  // The sets are in the order of their first discounts, and `discounts` has entered codes before automatic ones.
  for (const discount of discounts) {
    if (!combine(discount)) found.push([discount]);
    else if (!found.some(([first]) => first && combine(first))) found.push(discounts.filter(combine));
  }
  return found.length === 0 ? [[]] : found;
}
