import { formatAddress } from 'localized-address-format';
import type { PostalAddress } from '../../domain/values/address.js';
import { countryName } from './countries.js';

type Shown = Omit<PostalAddress, 'full_name'> & { readonly name?: string | undefined };

/** Returns the lines of an address in the format of its country, with the country's name in the reader's language. */
export function addressLines(address: Shown, tag: string): string[] {
  const { address_country, address_region, address_locality, postal_code } = address;
  const lines = formatAddress({
    ...(address_country !== undefined && { postalCountry: address_country }),
    ...(address_region !== undefined && { administrativeArea: address_region }),
    ...(address_locality !== undefined && { locality: address_locality }),
    ...(postal_code !== undefined && { postalCode: postal_code }),
    name: personName(address),
    addressLines: [address.street_address, address.extended_address].filter((line) => line !== undefined),
  });
  const country = address_country === undefined ? [] : [countryName(address_country, tag)];
  return [...lines, ...country].filter((line) => line.trim() !== '');
}

/** Returns a person's name; empty if unknown. */
export function personName(
  person: { readonly [Name in 'name' | 'first_name' | 'last_name']?: string | undefined },
): string {
  return person.name ?? [person.first_name, person.last_name].filter(Boolean).join(' ');
}
