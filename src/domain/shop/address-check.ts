import type { PostalAddress } from '../values/address.js';
import { type AddressFault, addressFaults } from '../values/address-rules.js';
import type { ShopSettings } from './shop.js';

/** Finds faults in an address by the rules of its country. With `address_check: street`, only a street is required. */
export function findAddressFaults(
  { address_check }: Pick<ShopSettings, 'address_check'>,
  address: PostalAddress,
  country: string,
): AddressFault[] {
  if (address_check !== 'street') return addressFaults(address, country);
  return (address.street_address ?? '') === '' ? [{ part: 'street_address', fault: 'missing' }] : [];
}
