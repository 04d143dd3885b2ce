import type { PostalAddress } from './address.js';
import { addressTable } from './address-table.js';
import { foldCase } from './fold-case.js';
import { memo } from './memo.js';
import { regionCode, regionName } from './regions.js';

/** Parts of an address that country rules apply to. */
export const ADDRESS_PARTS = ['street_address', 'address_locality', 'address_region', 'postal_code'] as const;
export type AddressPart = (typeof ADDRESS_PARTS)[number];

/** A region that a country uses in addresses. */
interface PostalRegion {
  readonly code: string;
  readonly name: string;
  /** Matches the start of the region's postal codes. */
  readonly postalCodes: RegExp | undefined;
}

/** Address format of a country (data from libaddressinput). */
export interface AddressRules {
  /** Parts in the order in which they are written. Other parts do not belong in the country's addresses. */
  readonly parts: readonly AddressPart[];
  readonly required: readonly AddressPart[];
  /** Empty if addresses have no region, or accept any text as the region. */
  readonly regions: readonly PostalRegion[];
  /** Absent if the country has no postal codes, or their format is unknown. */
  readonly postalCode: RegExp | undefined;
}

/** Defaults of libaddressinput for countries without an entry. */
const DEFAULTS = { format: '%N%n%O%n%A%n%C', required: 'AC' };

const LETTERS: Readonly<Record<AddressPart, string>> = {
  street_address: 'A',
  address_locality: 'C',
  address_region: 'S',
  postal_code: 'Z',
};

const MAX_COUNTRIES = 64;

/** Returns the address rules of a country. `country`: ISO 3166-1 alpha-2, upper case. */
export const addressRules: (country: string) => AddressRules = memo(MAX_COUNTRIES, (country: string) => {
  const [, row = ''] = new RegExp(`\\n${country} (.*)\\n`).exec(addressTable()) ?? [];
  const [format, zip, required, ...regions] = row.split(';');
  const place = (part: AddressPart) => (format || DEFAULTS.format).indexOf(`%${LETTERS[part]}`);
  const parts = ADDRESS_PARTS.filter((part) => place(part) >= 0).toSorted((one, other) => place(one) - place(other));
  return {
    parts,
    required: ADDRESS_PARTS.filter((part) => (required || DEFAULTS.required).includes(LETTERS[part])),
    regions: parts.includes('address_region') ? regions.map((text) => toRegion(country, text)) : [],
    postalCode: zip ? new RegExp(`^(?:${zip})$`, 'i') : undefined,
  };
});

function toRegion(country: string, text: string): PostalRegion {
  const [key = '', name = '', zip] = text.split('=');
  const code = regionName(country, key, name) === undefined ? (regionCode(country, name) ?? key) : key;
  return {
    code,
    name: regionName(country, code) ?? name,
    postalCodes: zip ? new RegExp(`^(?:${zip})`, 'i') : undefined,
  };
}

/** True if addresses of the country may have a postal code. */
export function hasPostalCodes(country: string): boolean {
  return addressRules(country).parts.includes('postal_code');
}

/** A problem of an address according to its country's rules. */
export interface AddressFault {
  readonly part: AddressPart;
  readonly fault: 'missing' | 'unknown_region' | 'postal_code_form' | 'postal_code_elsewhere';
}

/**
 * Returns the problems of an address, at most one for each part; empty if the address is deliverable according to the
 * rules.
 */
export function addressFaults(address: PostalAddress, country: string): AddressFault[] {
  const rules = addressRules(country);
  return ADDRESS_PARTS.flatMap((part): AddressFault[] => {
    const value = address[part]?.trim() ?? '';
    if (value === '') return rules.required.includes(part) ? [{ part, fault: 'missing' }] : [];
    if (part === 'address_region')
      return isKnownRegion(rules, country, value) ? [] : [{ part, fault: 'unknown_region' }];
    return part === 'postal_code' ? postalFaults(rules, country, value, address.address_region) : [];
  });
}

/**
 * True unless the country requires a region and the text is none of its regions. Optional regions are not checked,
 * since carriers do not use them.
 */
function isKnownRegion({ required, regions }: AddressRules, country: string, text: string): boolean {
  if (!required.includes('address_region') || regions.length === 0) return true;
  return regionCode(country, text) !== undefined;
}

function postalFaults(
  rules: AddressRules,
  country: string,
  text: string,
  regionText: string | undefined,
): AddressFault[] {
  const { postalCode, regions } = rules;
  if (!postalCode) return [];
  const code = spellings(text).find((one) => postalCode.test(one));
  if (code === undefined) return [{ part: 'postal_code', fault: 'postal_code_form' }];
  const own = regionText === undefined ? undefined : (regionCode(country, regionText) ?? foldCase(regionText));
  const region = regions.find((one) => one.code === own);
  const isElsewhere = region?.postalCodes !== undefined && !region.postalCodes.test(code);
  return isElsewhere ? [{ part: 'postal_code', fault: 'postal_code_elsewhere' }] : [];
}

/**
 * Returns the spellings of a postal code to try: with and without a country prefix ("D-80331"), each with and without
 * spaces.
 */
function spellings(text: string): string[] {
  const plain = text.replaceAll(/\s+/g, ' ');
  const bare = plain.replace(/^[a-z]{1,3}[- ](?=\d)/i, '');
  return [plain, bare, plain.replaceAll(' ', ''), bare.replaceAll(' ', '')];
}
