import type { Context } from '../../calls/context.js';
import type { Checkout } from '../../domain/checkout/checkout.js';
import type { PlatformCart } from '../../domain/checkout/platform-cart.js';
import { isExpired } from '../../domain/checkout/status.js';
import { isOwn } from '../../domain/tenant/tenant.js';
import type { Rows } from '../../ports.js';
import { UcpOutcome } from '../outcome.js';

/**
 * Finds a cart that the platform may access. An expired cart, or one whose checkout is completed, counts as absent.
 * @throws UcpOutcome `not_found`
 */
export function ownCart(rows: Rows, { caller, now }: Pick<Context, 'caller' | 'now'>, id: string): PlatformCart {
  const cart = rows.get('platform_cart', id);
  const isThere = cart && now < cart.expires_at && isOwn({ ...cart, buyer_id: '' }, caller);
  if (!isThere || checkoutOf(rows, cart)?.state === 'completed') {
    throw new UcpOutcome('not_found', 'There is no cart with this id for this platform.');
  }
  return cart;
}

/** Finds the cart's checkout if it is open or being paid. A cart has at most one (UCP, Idempotent Conversion). */
export function findOpenCheckout(rows: Rows, cart: PlatformCart, now: number): Checkout | undefined {
  const checkout = checkoutOf(rows, cart);
  const isInProgress = checkout?.state === 'paying' || (checkout?.state === 'open' && !isExpired(checkout, now));
  return isInProgress ? checkout : undefined;
}

function checkoutOf(rows: Rows, { checkout_id }: PlatformCart): Checkout | undefined {
  return checkout_id === undefined ? undefined : rows.get('checkout', checkout_id);
}
