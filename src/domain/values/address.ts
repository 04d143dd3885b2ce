import { regionCode } from './regions.js';

/** Postal address of a person or place, with the member names of UCP. */
export interface PostalAddress {
  readonly address_country?: string | undefined;
  readonly address_locality?: string | undefined;
  readonly address_region?: string | undefined;
  readonly extended_address?: string | undefined;
  readonly first_name?: string | undefined;
  readonly last_name?: string | undefined;
  readonly full_name?: string | undefined;
  readonly phone_number?: string | undefined;
  readonly postal_code?: string | undefined;
  readonly street_address?: string | undefined;
}

/**
 * Delivery destination. The country alone is enough to quote prices; completing the checkout requires more
 * (docs/checkout.md).
 */
export interface Destination extends PostalAddress {
  /** ISO 3166-1 alpha-2, upper case. */
  readonly address_country: string;
  /** Delivery instructions. Orders include them in the expectation's `description`. */
  readonly instructions?: string | undefined;
}

export interface Buyer {
  readonly email?: string | undefined;
  readonly first_name?: string | undefined;
  readonly full_name?: string | undefined;
  readonly last_name?: string | undefined;
  readonly phone_number?: string | undefined;
}

/** Replaces a known region with its code. Accepts any form that `regionCode` accepts. */
export function replaceRegionName<Address extends Pick<PostalAddress, 'address_country' | 'address_region'>>(
  address: Address,
): Address {
  const { address_country, address_region } = address;
  if (address_country === undefined || address_region === undefined) return address;
  const code = regionCode(address_country, address_region);
  return code === undefined || code === address_region ? address : { ...address, address_region: code };
}

/** Compares two regions, ignoring case. Known regions are stored as codes, so names need not be resolved here. */
export function sameRegion(a: string, b: string | undefined): boolean {
  return b !== undefined && a.trim().toUpperCase() === b.trim().toUpperCase();
}
