import type { Checkout } from '../domain/checkout/checkout.js';
import { PLATFORM_CART_LIFETIME } from '../domain/checkout/platform-cart.js';
import { type Put, type Rows, replaceWrite } from '../ports.js';

/**
 * Builds the write that copies the lines of a checkout back to its platform cart (UCP, Cart Lifecycle). Returns none if
 * the lines did not change or the checkout has no cart.
 */
export function cartWriteBack(rows: Rows, before: Checkout, after: Checkout): readonly Put[] {
  const { cart_id } = after.platform ?? {};
  if (cart_id === undefined || before.lines === after.lines) return [];
  const cart = rows.get('platform_cart', cart_id);
  if (cart?.checkout_id !== after.id) return [];
  const { lines, updated_at } = after;
  return [
    replaceWrite('platform_cart', cart, {
      ...cart,
      lines,
      updated_at,
      expires_at: updated_at + PLATFORM_CART_LIFETIME,
    }),
  ];
}
