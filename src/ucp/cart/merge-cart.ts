import type { PlatformCart } from '../../domain/checkout/platform-cart.js';
import type { CheckoutRequest } from '../checkout/checkout-request.js';

/**
 * Combines a checkout request with the cart it converts: the cart's content wins, and the request only adds members
 * that the cart lacks (UCP, Cart-to-Checkout Conversion). Lines keep their ids, because changes of the checkout are
 * written back to the cart.
 */
export function mergeCart(wanted: CheckoutRequest, cart: PlatformCart): CheckoutRequest {
  const { context, attribution } = cart.platform;
  return {
    ...wanted,
    lines: cart.lines.map(({ id, item_id, quantity, parent_id }) => ({
      id,
      item: { id: item_id },
      quantity,
      parent_id,
    })),
    otherUnits: [],
    buyer: cart.buyer ?? wanted.buyer,
    context: context ?? wanted.context,
    attribution: attribution ?? wanted.attribution,
    codes: cart.discount_codes.length > 0 ? cart.discount_codes : wanted.codes,
  };
}
