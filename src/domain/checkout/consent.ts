import { messageText } from '../errors/message-text.js';
import { ADULT_AGE, type LineProperty } from '../shop/item.js';
import { localizedError } from '../values/format-text.js';
import { changeMessages } from './change-messages.js';
import type { Cart, Checkout } from './checkout.js';
import { discountWarnings } from './discount-messages.js';
import { type Pricing, price } from './pricing.js';
import { orderTotals } from './totals.js';

/** What only the buyer can say, on the page behind `continue_url` (docs/paying.md, Escalation). */

/**
 * What the buyer sees and agrees to, as text that can be compared: each line with its price, and the totals. Any
 * change of these gives another text.
 */
function consentTo({ lines, ...pricing }: Pricing): string {
  const shown = lines.map(({ line, unit_price }) => [line.item_id, line.quantity, unit_price, asSet(line.properties)]);
  return JSON.stringify([shown, orderTotals({ lines, ...pricing })]);
}

/** The order of properties does not matter, as when lines are merged. */
function asSet(properties: readonly LineProperty[]): LineProperty[] {
  return [...properties].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** True while the cart is what the buyer approved. */
export function isApproved(checkout: Checkout, pricing: Pricing): boolean {
  return checkout.approved !== undefined && checkout.approved === consentTo(pricing);
}

/**
 * The buyer approves the cart at the total that was shown.
 * @throws PortalError `total_changed`
 */
export function approve(cart: Cart, expectedTotal: number): Checkout {
  const pricing = price(cart);
  assertTotal(cart, pricing, expectedTotal);
  return { ...cart.checkout, approved: consentTo(pricing) };
}

/** The buyer confirms the years that they were asked for; an item that asks for more by now asks again. */
export function confirmAge(checkout: Checkout, years: number): Checkout {
  return { ...checkout, age_confirmed: Math.max(confirmedAge(checkout), years) };
}

/** Years that the buyer has confirmed; 0 = none. */
export function confirmedAge({ age_confirmed = false }: Checkout): number {
  if (typeof age_confirmed === 'number') return age_confirmed;
  return age_confirmed ? ADULT_AGE : 0;
}

/** Reasons that one refusal names. */
const MAX_REASONS = 5;

/**
 * The refusal says what is different from what the buyer saw, as far as it is known.
 * @throws PortalError `total_changed`
 */
export function assertTotal(cart: Cart, pricing: Pricing, expectedTotal: number): void {
  const { total } = pricing;
  if (total === expectedTotal) return;
  const reasons = [...changeMessages(cart, pricing), ...discountWarnings(cart, pricing)];
  const why = reasons.slice(0, MAX_REASONS).map(({ says }) => says);
  throw localizedError('total_changed', messageText('other_total', { sent: expectedTotal, total }), ...why);
}
