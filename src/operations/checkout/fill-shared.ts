import type { Checkout } from '../../domain/checkout/checkout.js';
import { profileKey } from '../../domain/person/profile.js';
import type { Caller } from '../../domain/tenant/tenant.js';
import type { Rows } from '../../ports.js';
import { replaceBuyer } from './replace-buyer.js';

/**
 * Fills the contact and the address that the person of a grant shares into a cart that is not stored yet.
 * @param secret for the buyer's key
 */
export function fillShared(rows: Rows, cart: Checkout, { shares, organization_id }: Caller, secret: Buffer): Checkout {
  if (!shares || cart.version > 0) return cart;
  const person = rows.get('person', shares.person_id);
  // A person who was erased shares nothing.
  if (!person || person.email === '') return cart;
  const profile = rows.get('profile', profileKey(organization_id, person.email));
  const { full_name, phone_number, address } = profile ?? {};
  const named = { ...(full_name !== undefined && { full_name }), ...(phone_number !== undefined && { phone_number }) };
  const filled = shares.parts.includes('contact')
    ? replaceBuyer(cart, { buyer: { email: person.email, ...named } }, secret)
    : cart;
  return address && shares.parts.includes('address') ? { ...filled, destination: address } : filled;
}
