import { z } from 'zod';
import { replaceRegionName } from '../domain/values/address.js';
import { hasPostalCodes } from '../domain/values/address-rules.js';
import { COUNTRY_CODES } from '../domain/values/countries.js';
import { countryCode, nearCountry } from '../domain/values/country-names.js';
import { line, text } from './primitives.js';

/** Address members of the API document: optional strings, stored as sent except for known region names. */
const parts = {
  first_name: text(100, 'Given name').optional(),
  last_name: text(100, 'Family name').optional(),
  full_name: text(200, 'Full name').optional(),
  phone_number: text(50, 'Phone number').optional(),
  street_address: text(200, 'Street and house number').optional(),
  extended_address: text(200, 'Apartment, suite, floor').optional(),
  address_locality: text(100, 'City or town').optional(),
  address_region: text(100, 'State or province: its ISO 3166-2 code, such as "WA", or its name').optional(),
  postal_code: text(20, 'Postal code').optional(),
};

function countryText({ input }: { readonly input?: unknown }): string {
  const near = typeof input === 'string' ? (countryCode(input) ?? nearCountry(input)) : undefined;
  const hint = near === undefined ? '' : `; did you mean "${near}"?`;
  return `must be an ISO 3166-1 alpha-2 country code such as "US"${hint}`;
}

/** ISO 3166-1 alpha-2 code, accepted in any case and stored in upper case (docs/checkout.md, Fulfillment). */
const country = z
  .string()
  .regex(/^[A-Za-z]{2}$/, { error: countryText })
  .transform((value) => value.toUpperCase())
  .refine((value) => COUNTRY_CODES.has(value), { error: countryText })
  .describe('ISO 3166-1 alpha-2 country code, such as "US"');

/** Of the three names, tools advertise only `full_name`, to keep schemas short for models. All are accepted. */
const { first_name, last_name, ...others } = parts;

/** Members whose names say everything are announced without a description. */
const plain = z.string().optional();
const announcedParts = { ...others, full_name: plain, phone_number: plain, postal_code: plain };

/** Known region names are replaced by their codes. */
export const billingAddress = z
  .strictObject({ ...parts, address_country: country.optional() })
  .overwrite(replaceRegionName);

const instructions = text(500, 'Delivery instructions for the carrier').optional();

/** Body of POST …/fulfillment/destination. Only the country is required. */
export const destination = z
  .strictObject({ address_country: country, ...parts, instructions })
  .overwrite(replaceRegionName);

export const announcedDestination = z.strictObject({ address_country: country, ...announcedParts, instructions });

const NO_POSTAL_CODE = 'must not be empty: addresses of this country have a postal code';

/**
 * An entry of `destinations` in `select_fulfillment`. Four members are required; `postal_code` may be empty only if
 * the country has no postal codes.
 */
export const envelopeDestination = z
  .strictObject({
    ...parts,
    street_address: text(200, 'Street and house number'),
    address_locality: text(100, 'City or town'),
    postal_code: line(20, 'Postal code; "" in a country without'),
    address_country: country,
  })
  .refine(({ postal_code, address_country }) => postal_code.trim() !== '' || !hasPostalCodes(address_country), {
    path: ['postal_code'],
    error: NO_POSTAL_CODE,
  })
  .overwrite(replaceRegionName);

const email = z.email().max(254);

export const buyer = z.strictObject({
  email: email.optional(),
  first_name,
  last_name,
  full_name: parts.full_name,
  phone_number: parts.phone_number,
});

/** A buyer who pays in the same call, for which the email address is required. */
export const payingBuyer = buyer.extend({ email });

export const announcedBuyer = buyer
  .omit({ first_name: true, last_name: true })
  .extend({ full_name: plain, phone_number: plain });
