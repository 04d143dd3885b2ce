import type { PlatformCart } from '../../domain/checkout/platform-cart.js';
import type { CheckoutRequest } from '../checkout/checkout-request.js';

/**
 * A checkout request based on a cart: the cart's content wins, and the call may add the rest (UCP, Cart-to-Checkout
 * Conversion). Lines keep their ids, by which changes are written back.
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
