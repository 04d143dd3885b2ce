import { type Checkout, type Discount, HOUR, type Shop } from './state.js';

/** Which discounts take effect on a cart (docs/api.md, Discounts). */

export type Standing = 'applies' | 'expired' | 'ineligible';

export function usesLeft({ terms, used }: Discount): number | null {
  return terms.max_uses === undefined ? null : Math.max(0, terms.max_uses - used);
}

/** What a discount is to a cart, were it the only one. */
export function standingAlone(shop: Shop, checkout: Checkout, discount: Discount, subtotal: number): Standing {
  const { terms } = discount;
  if (terms.starts !== undefined && shop.now < shop.start + terms.starts * HOUR) return 'expired';
  if (terms.ends !== undefined && shop.now >= shop.start + terms.ends * HOUR) return 'expired';
  if (usesLeft(discount) === 0) return 'expired';
  if (terms.minimum_subtotal !== undefined && subtotal < terms.minimum_subtotal) return 'ineligible';
  if (terms.item_ids && !checkout.lines.some(({ item }) => terms.item_ids?.some((id) => id === item)))
    return 'ineligible';
  const email = checkout.email?.toLowerCase();
  if (terms.once_per_buyer && email !== undefined && discount.usedBy.has(email)) return 'ineligible';
  return 'applies';
}

/** Those that take effect: codes by code, then automatic ones by code; who does not combine steps aside. */
export function inEffect(shop: Shop, checkout: Checkout, subtotal: number): Discount[] {
  const all = [...shop.discounts.values()].sort((a, b) => (a.code < b.code ? -1 : 1));
  const entered = all.filter(({ code, terms }) => !terms.automatic && checkout.codes.includes(code));
  const automatic = all.filter(({ terms }) => terms.automatic);
  const taken: Discount[] = [];
  for (const discount of [...entered, ...automatic]) {
    if (standingAlone(shop, checkout, discount, subtotal) !== 'applies') continue;
    const combines = [...taken, discount].every(({ terms }) => terms.combinable !== false);
    if (taken.length === 0 || combines) taken.push(discount);
  }
  return taken;
}

/** The warning that an entered code gets. */
export function codeStanding(shop: Shop, checkout: Checkout, code: string, subtotal: number): Standing {
  const discount = shop.discounts.get(code);
  if (!discount || discount.terms.automatic) return 'expired';
  const alone = standingAlone(shop, checkout, discount, subtotal);
  if (alone !== 'applies') return alone;
  return inEffect(shop, checkout, subtotal).includes(discount) ? 'applies' : 'ineligible';
}
