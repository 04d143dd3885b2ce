import { firstError, messagesOf } from './messages.js';
import type { PaymentName } from './operations.js';
import { priced } from './prices.js';
import { refuse } from './refusal.js';
import { type Checkout, isExpired, LIFE, onShelf, type ShelfItem, type Shop } from './state.js';

/** Completion and payment (docs/paying.md, Complete). */

const PATIENCE = 15 * 60_000;

const HANDLER: Readonly<Record<PaymentName, string>> = {
  'a card': 'sandbox_card',
  'a declined card': 'sandbox_card',
  'a card that stays pending': 'sandbox_card',
  'an unknown token': 'none',
  'an invoice': 'invoice',
  'an unknown handler': 'none',
  'nothing named': 'invoice',
};

export function complete(shop: Shop, checkout: Checkout, payment: PaymentName, expected: number): void {
  if (checkout.state === 'completed') return;
  if (checkout.state !== 'open' || isExpired(shop, checkout)) refuse('checkout_closed');
  const price = priced(shop, checkout);
  const problem = firstError(messagesOf(shop, checkout, price));
  if (problem) refuse(problem[0] === 'out_of_stock' ? 'out_of_stock' : 'checkout_not_ready');
  if (expected !== price.total) refuse('total_changed');
  if (price.total === 0) {
    begin(shop, checkout);
    checkout.state = 'completed';
    checkout.order = { payment_status: 'paid', priced: price };
    return;
  }
  const handlers = shop.settings.payment_handlers;
  const named = payment !== 'nothing named' || handlers.length === 1;
  if (!named || !handlers.includes(HANDLER[payment])) refuse('payment_instrument_invalid');
  begin(shop, checkout);
  if (payment === 'a card that stays pending') return;
  if (payment === 'a declined card') {
    reopen(shop, checkout);
    refuse('payment_failed');
  }
  checkout.state = 'completed';
  checkout.order = {
    payment_status: HANDLER[payment] === 'invoice' ? 'pending' : 'paid',
    priced: price,
  };
}

/** Reserves stock and discount uses, and freezes the price. */
function begin(shop: Shop, checkout: Checkout): void {
  const price = priced(shop, checkout);
  const email = checkout.email?.toLowerCase() ?? '';
  const units = new Map<ShelfItem, number>();
  for (const { item, quantity } of checkout.lines) {
    const shelf = onShelf(shop, item);
    if (shelf.stock === null) continue;
    units.set(shelf, (units.get(shelf) ?? 0) + quantity);
    shelf.stock -= quantity;
  }
  const uses = price.used.map(({ discount }) => discount);
  const once = uses.filter(({ terms }) => terms.once_per_buyer);
  for (const discount of uses) discount.used += 1;
  for (const discount of once) discount.usedBy.add(email);
  checkout.state = 'paying';
  checkout.hasFailed = false;
  checkout.expires = shop.now + LIFE;
  checkout.frozen = price;
  checkout.payment = { started: shop.now, units, uses, once, email };
}

/** Releases the reservation of a payment. */
function release(checkout: Checkout): void {
  const { payment } = checkout;
  if (!payment) throw new Error('there is no payment to release');
  for (const [shelf, quantity] of payment.units) shelf.stock = (shelf.stock ?? 0) + quantity;
  for (const discount of payment.uses) discount.used -= 1;
  for (const discount of payment.once) discount.usedBy.delete(payment.email);
  checkout.payment = undefined;
  checkout.frozen = undefined;
}

/** Reopens the cart after a failed payment. Like any change, this extends the life of the cart. */
function reopen(shop: Shop, checkout: Checkout): void {
  release(checkout);
  checkout.state = 'open';
  checkout.expires = shop.now + LIFE;
}

/** Voids the payment if it has been open for 15 minutes. Returns true if it was voided. */
export function settle(shop: Shop, checkout: Checkout): boolean {
  const { state, payment } = checkout;
  if (state !== 'paying' || !payment || shop.now - payment.started < PATIENCE) return false;
  reopen(shop, checkout);
  checkout.hasFailed = true;
  return true;
}

export function cancel(shop: Shop, checkout: Checkout): void {
  if (checkout.state === 'completed') refuse('checkout_closed');
  if (checkout.state === 'canceled' || isExpired(shop, checkout)) return;
  if (checkout.state === 'paying') release(checkout);
  checkout.state = 'canceled';
}
