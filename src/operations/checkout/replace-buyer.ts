import { createHmac } from 'node:crypto';
import type { Checkout } from '../../domain/checkout/checkout.js';
import type { Buyer, PostalAddress } from '../../domain/values/address.js';
import { addressOf } from '../../domain/values/email.js';
import { extend } from '../../domain/values/extend.js';

/**
 * Identifies a buyer of a shop for `once_per_buyer` discounts by a keyed hash of the normalized email address, so that
 * the usage counters contain no address.
 */
export function buyerKey(secret: Buffer, shopId: string, email: string): string {
  return createHmac('sha256', secret)
    .update(`${shopId}\n${addressOf(email)}`)
    .digest('hex');
}

interface SentBuyer {
  readonly buyer: Buyer;
  /** Omit to keep the stored address; an empty one removes it. */
  readonly billing_address?: PostalAddress | undefined;
}

/** Replaces the buyer of a checkout. `secret`: for the buyer's key. */
export function replaceBuyer(
  { buyer_key: _key, billing_address: stored, ...checkout }: Checkout,
  { buyer, billing_address = stored }: SentBuyer,
  secret: Buffer,
): Checkout {
  const hasAddress = billing_address && Object.keys(billing_address).length > 0;
  return extend(checkout, {
    buyer,
    ...(buyer.email !== undefined && { buyer_key: buyerKey(secret, checkout.shop_id, buyer.email) }),
    ...(hasAddress && { billing_address }),
  });
}
