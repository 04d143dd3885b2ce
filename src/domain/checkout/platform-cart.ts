import { type Checkout, newCheckout } from './checkout.js';
import type { PlatformPart } from './platform-part.js';

/**
 * What a platform collects before a purchase (UCP, Cart): lines, codes and a buyer. It has no status, takes no stock and is not
 * paid; a checkout is made of it.
 */
export interface PlatformCart
  extends Pick<Checkout, 'id' | 'shop_id' | 'deployment_id' | 'lines' | 'discount_codes' | 'buyer' | 'buyer_key'> {
  readonly platform: PlatformPart;
  /** The last checkout that was made of it; absent = none yet. */
  readonly checkout_id?: string;
  readonly created_at: number;
  readonly updated_at: number;
  /** Milliseconds since the epoch; 30 days after the last change. */
  readonly expires_at: number;
  readonly version: number;
}

/** How long a cart of a platform lives that nobody changes, in milliseconds: people come back to them (docs/ucp.md). */
export const PLATFORM_CART_LIFETIME = 30 * 24 * 60 * 60 * 1000;

export function newPlatformCart(
  id: string,
  owner: Pick<PlatformCart, 'shop_id' | 'deployment_id' | 'platform'>,
  now: number,
): PlatformCart {
  const expires_at = now + PLATFORM_CART_LIFETIME;
  return { ...owner, id, lines: [], discount_codes: [], created_at: now, updated_at: now, expires_at, version: 0 };
}

/** The cart as a checkout that is never stored, so that the functions of lines and discounts are the same. */
export function asCheckout(cart: PlatformCart): Checkout {
  const { id, shop_id, deployment_id, checkout_id: _made, ...content } = cart;
  return { ...newCheckout(id, { shop_id, deployment_id, buyer_id: '' }, cart.created_at), ...content };
}

/** The cart with the content of such a checkout. Every write extends its life. */
export function withContent(
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
