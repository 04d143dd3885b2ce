import type { Checkout } from '../../domain/checkout/checkout.js';
import type { Caller } from '../../domain/tenant/tenant.js';
import { type Rows, replaceWrite, type Write } from '../../ports.js';

/** Makes the payment of an open checkout count toward the limits of the caller's key, if it has any. */
export function claimSpender(checkout: Checkout, { limited, id }: Caller): Checkout {
  return limited && checkout.state === 'open' && checkout.spender !== id ? { ...checkout, spender: id } : checkout;
}

/**
 * Builds the write that stores a new spender of a checkout that is not paid, so that its page asks for the buyer's
 * approval.
 */
export function claimWrites(rows: Rows, checkout: Checkout, { limited }: Caller): Write[] {
  const stored = limited ? rows.get('checkout', checkout.id) : undefined;
  return stored && stored.spender !== checkout.spender ? [replaceWrite('checkout', stored, checkout)] : [];
}
