import type { Checkout } from '../../domain/checkout/checkout.js';
import { profileKey } from '../../domain/person/profile.js';
import type { Caller } from '../../domain/tenant/tenant.js';
import type { Buyer, Destination } from '../../domain/values/address.js';
import type { Rows } from '../../ports.js';
import { replaceBuyer } from './replace-buyer.js';

/** Parts of their profile that the person of a grant shares, and has saved. */
export interface SharedDetails {
  readonly buyer?: Buyer;
  readonly address?: Destination;
}

/** Reads the contact and the address that the person of a grant shares. */
export function readShared(rows: Rows, { shares, organization_id }: Caller): SharedDetails {
  const person = shares && rows.get('person', shares.person_id);
  // A person who was erased shares nothing.
  if (!shares || !person || person.email === '') return {};
  const profile = rows.get('profile', profileKey(organization_id, person.email));
  const { full_name, phone_number, address } = profile ?? {};
  const named = { ...(full_name !== undefined && { full_name }), ...(phone_number !== undefined && { phone_number }) };
  return {
    ...(shares.parts.includes('contact') && { buyer: { email: person.email, ...named } }),
    ...(address && shares.parts.includes('address') && { address }),
  };
}

/**
 * Fills the contact and the address that the person of a grant shares into a cart that is not stored yet.
 * @param secret for the buyer's key
 */
export function fillShared(rows: Rows, cart: Checkout, caller: Caller, secret: Buffer): Checkout {
  if (!caller.shares || cart.version > 0) return cart;
  const { buyer, address } = readShared(rows, caller);
  const filled = buyer ? replaceBuyer(cart, { buyer }, secret) : cart;
  return address ? { ...filled, destination: address } : filled;
}
