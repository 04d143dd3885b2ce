import type { PlatformCart } from '../../domain/checkout/platform-cart.js';
import type { CheckoutRequest } from '../checkout/checkout-request.js';

/**
 * What a platform wants of a checkout that is made of a cart: what the cart has counts, whatever the call says of it; what it has not
 * may come with the call (UCP, Cart-to-Checkout Conversion). The lines keep their ids, by which changes are brought back.
 */
export function withCart(wanted: CheckoutRequest, cart: PlatformCart): CheckoutRequest {
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
