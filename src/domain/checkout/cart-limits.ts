import { messageText } from '../errors/message-text.js';
import type { Shop } from '../shop/shop.js';
import { localizedError } from '../values/format-text.js';
import { sum } from '../values/money.js';
import { type Cart, type Checkout, findItem } from './checkout.js';
import { unitPrice } from './properties.js';

/** Units of one line, unless the shop sets `max_quantity`. */
export const DEFAULT_MAX_QUANTITY = 9_999;

/**
 * Largest sum of a cart's amounts before discounts, in minor units. It is below 2^53, so that all amounts are exact. The
 * limits of lines, units and prices allow more.
 */
export const MAX_CART_AMOUNT = 9_000_000_000_000_000;

/** Units of one line that the shop allows. */
export function maxQuantity({ settings }: Pick<Shop, 'settings'>): number {
  return settings.max_quantity ?? DEFAULT_MAX_QUANTITY;
}

/** @throws PortalError `limit_exceeded` */
export function checkQuantity({ shop }: Pick<Cart, 'shop'>, quantity: number, path: string): number {
  const most = maxQuantity(shop);
  if (quantity > most) throw localizedError('limit_exceeded', messageText('line_full', { path, most }));
  return quantity;
}

/**
 * Returns the changed checkout, unless its goods became too expensive. After a price change a cart may be above the
 * limit; units can still be taken out of it, and a message blocks completing.
 * @throws PortalError `limit_exceeded`
 */
export function checkSubtotal(cart: Cart, changed: Checkout, path: string): Checkout {
  const subtotal = subtotalOf(cart, changed);
  if (subtotal <= MAX_CART_AMOUNT || subtotal <= subtotalOf(cart, cart.checkout)) return changed;
  const most = { amount: MAX_CART_AMOUNT, currency: cart.shop.settings.currency };
  throw localizedError('limit_exceeded', messageText('goods_too_much', { path, most }));
}

function subtotalOf(cart: Cart, { lines }: Checkout): number {
  return sum(lines.map((line) => unitPrice(findItem(cart, line), line.properties) * line.quantity));
}
