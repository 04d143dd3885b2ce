import { messageText } from '../errors/message-text.js';
import type { Shop } from '../shop/shop.js';
import { localizedError } from '../values/format-text.js';
import { sum } from '../values/money.js';
import { type Cart, type Checkout, findItem } from './checkout.js';
import { unitPrice } from './properties.js';

/** Maximum units of one line, unless the shop sets `max_quantity`. */
export const DEFAULT_MAX_QUANTITY = 9_999;

/**
 * Maximum sum of a cart's amounts before discounts, in minor units. It is below 2^53, so all amounts are exact
 * integers. A cart within the limits for lines, units and prices can still exceed it.
 */
export const MAX_CART_AMOUNT = 9_000_000_000_000_000;

/** Maximum units of one line that the shop allows. */
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
 * Returns the changed checkout if its subtotal is within the limit or did not rise. If a price change has pushed a cart
 * above the limit, buyers can still remove units, and a message blocks completion.
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
