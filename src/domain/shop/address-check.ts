import type { PostalAddress } from '../values/address.js';
import { type AddressFault, addressFaults } from '../values/address-rules.js';
import type { ShopSettings } from './shop.js';

/** Finds faults in an address, by the rules of its country, or those that the shop has relaxed: only a street is needed. */
export function findAddressFaults(
  { address_check }: Pick<ShopSettings, 'address_check'>,
  address: PostalAddress,
  country: string,
): AddressFault[] {
  if (address_check !== 'street') return addressFaults(address, country);
  return (address.street_address ?? '') === '' ? [{ part: 'street_address', fault: 'missing' }] : [];
}
