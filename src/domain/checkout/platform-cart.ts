import { type Checkout, newCheckout } from './checkout.js';
import type { PlatformPart } from './platform-part.js';

/**
 * A platform's lines, codes and buyer before a purchase (UCP, Cart). It has no status, reserves no stock and cannot be
 * paid, but checkouts can be created from it.
 */
export interface PlatformCart
  extends Pick<Checkout, 'id' | 'shop_id' | 'deployment_id' | 'lines' | 'discount_codes' | 'buyer' | 'buyer_key'> {
  readonly platform: PlatformPart;
  /** Id of the latest checkout created from this cart. */
  readonly checkout_id?: string;
  readonly created_at: number;
  readonly updated_at: number;
  /** Thirty days after the last change, in milliseconds since the epoch. */
  readonly expires_at: number;
  readonly version: number;
}

/**
 * Lifetime of an unchanged platform cart, in milliseconds. It is long because people return to their carts
 * (docs/ucp.md).
 */
export const PLATFORM_CART_LIFETIME = 30 * 24 * 60 * 60 * 1000;

export function newPlatformCart(
  id: string,
  owner: Pick<PlatformCart, 'shop_id' | 'deployment_id' | 'platform'>,
  now: number,
): PlatformCart {
  const expires_at = now + PLATFORM_CART_LIFETIME;
  return { ...owner, id, lines: [], discount_codes: [], created_at: now, updated_at: now, expires_at, version: 0 };
}

/** Converts the cart to a checkout that is never stored, so that the functions for lines and discounts can be used. */
export function toUnstoredCheckout(cart: PlatformCart): Checkout {
  const { id, shop_id, deployment_id, checkout_id: _made, ...content } = cart;
  return { ...newCheckout(id, { shop_id, deployment_id, buyer_id: '' }, cart.created_at), ...content };
}

/** Copies the content of an unstored checkout back into the cart. Every write extends the cart's lifetime. */
export function replaceCartContent(
  { buyer: _buyer, buyer_key: _key, ...cart }: PlatformCart,
  { lines, discount_codes, buyer, buyer_key, platform }: Checkout,
  now: number,
): PlatformCart {
  return {
    ...cart,
    lines,
    discount_codes,
    ...(buyer && { buyer }),
    ...(buyer_key !== undefined && { buyer_key }),
    ...(platform && { platform }),
    updated_at: now,
    expires_at: now + PLATFORM_CART_LIFETIME,
  };
}
