import { messageText } from '../errors/message-text.js';
import type { PortalError } from '../errors/portal-error.js';
import { ADULT_AGE, type LineProperty } from '../shop/item.js';
import { type Shop, type ShopLink, TERMS_LINK } from '../shop/shop.js';
import { localizedError } from '../values/format-text.js';
import { changeMessages } from './change-messages.js';
import type { Cart, Checkout } from './checkout.js';
import { discountWarnings } from './discount-messages.js';
import { type Pricing, price } from './pricing.js';
import { orderTotals } from './totals.js';

/**
 * Approval, age confirmation and acceptance of terms. Only the buyer can give them, on the page at `continue_url`
 * (docs/paying.md, Escalation).
 */

/** Text that represents the lines, prices and totals that the buyer approves. Any change to these changes the text. */
function consentTo({ lines, ...pricing }: Pricing): string {
  const shown = lines.map(({ line, unit_price }) => [line.item_id, line.quantity, unit_price, asSet(line.properties)]);
  return JSON.stringify([shown, orderTotals({ lines, ...pricing })]);
}

/** Sorts properties, since their order has no meaning. */
function asSet(properties: readonly LineProperty[]): LineProperty[] {
  return [...properties].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** True as long as the cart equals the one the buyer approved. */
export function isApproved(checkout: Checkout, pricing: Pricing): boolean {
  return checkout.approved !== undefined && checkout.approved === consentTo(pricing);
}

/**
 * Records the buyer's approval of the cart at the displayed total.
 * @throws PortalError `total_changed`
 */
export function approveTotal(cart: Cart, expectedTotal: number): Checkout {
  const pricing = price(cart);
  const changed = findChangedTotal(cart, pricing, expectedTotal);
  if (changed) throw changed;
  return { ...cart.checkout, approved: consentTo(pricing) };
}

/**
 * Records the age that the buyer confirmed. An item added later with a higher minimum age requires another
 * confirmation.
 */
export function confirmAge(checkout: Checkout, years: number): Checkout {
  return { ...checkout, age_confirmed: Math.max(confirmedAge(checkout), years) };
}

/** Confirmed age in years; 0 if none. */
export function confirmedAge({ age_confirmed = false }: Checkout): number {
  if (typeof age_confirmed === 'number') return age_confirmed;
  return age_confirmed ? ADULT_AGE : 0;
}

/** Link to the terms that the shop's buyers must accept before completing; `undefined` if there are none. */
export function requiredTerms({ settings: { terms_required, links } }: Shop): ShopLink | undefined {
  return terms_required ? links.find(({ type }) => type === TERMS_LINK) : undefined;
}

/** True if the buyer has accepted the shop's current terms. */
export function hasAcceptedTerms({ terms_accepted }: Checkout, shop: Shop): boolean {
  return terms_accepted !== undefined && terms_accepted === requiredTerms(shop)?.url;
}

/** Records or withdraws the buyer's acceptance of the shop's terms. */
export function acceptTerms({ checkout, shop }: Cart, isAccepted: boolean): Checkout {
  const { terms_accepted: _before, ...rest } = checkout;
  const terms = requiredTerms(shop);
  return isAccepted && terms ? { ...rest, terms_accepted: terms.url } : rest;
}

/** Maximum reasons listed in one error. */
const MAX_REASONS = 5;

/** The error `total_changed` for an unexpected total, with the known reasons for the difference. */
export function findChangedTotal(cart: Cart, pricing: Pricing, expectedTotal: number): PortalError | undefined {
  const { total } = pricing;
  if (total === expectedTotal) return undefined;
  const reasons = [...changeMessages(cart, pricing), ...discountWarnings(cart, pricing)];
  const why = reasons.slice(0, MAX_REASONS).map(({ text }) => text);
  return localizedError('total_changed', messageText('other_total', { sent: expectedTotal, total }), ...why);
}

/** The error `total_changed` for a total above the limit to which the buyer agreed. */
export function findExcess({ total }: Pricing, maxTotal: number): PortalError | undefined {
  if (total <= maxTotal) return undefined;
  return localizedError('total_changed', messageText('over_limit', { limit: maxTotal, total }));
}
