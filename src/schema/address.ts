import { z } from 'zod';
import { COUNTRY_CODES } from '../domain/values/countries.js';
import { text } from './primitives.js';

/** Address members as in the API document; all optional strings, trimmed of nothing. */
const parts = {
  first_name: text(100, 'Given name').optional(),
  last_name: text(100, 'Family name').optional(),
  full_name: text(200, 'Full name').optional(),
  phone_number: text(50, 'Phone number').optional(),
  street_address: text(200, 'Street and house number').optional(),
  extended_address: text(200, 'Apartment, suite, floor').optional(),
  address_locality: text(100, 'City or town').optional(),
  address_region: text(100, 'State or province; for the US the two-letter code').optional(),
  postal_code: text(20, 'Postal code').optional(),
};

/** What `full_name` says as well: tools do not announce them, so that a model has less to read. */
export const NAME_PARTS = { first_name: true, last_name: true } as const;

/** ISO 3166-1 alpha-2 in any case, kept in upper case (docs/api.md, Fulfillment). */
const country = z
  .string()
  .regex(/^[A-Za-z]{2}$/, { error: 'must be an ISO 3166-1 alpha-2 country code such as "US"' })
  .transform((value) => value.toUpperCase())
  .refine((value) => COUNTRY_CODES.has(value), { error: 'must be an ISO 3166-1 alpha-2 country code such as "US"' })
  .describe('ISO 3166-1 alpha-2 country code, such as "US"');

export const billingAddress = z.strictObject({ ...parts, address_country: country.optional() });

/** POST …/fulfillment/destination: only the country is required. */
export const destination = z.strictObject({
  address_country: country,
  ...parts,
  instructions: text(500, 'Delivery instructions for the carrier').optional(),
});

/** An entry of `destinations` in the selection envelope: four members are required. */
export const envelopeDestination = z.strictObject({
  ...parts,
  street_address: text(200, 'Street and house number'),
  address_locality: text(100, 'City or town'),
  postal_code: text(20, 'Postal code'),
  address_country: country,
});

export const buyer = z.strictObject({
  email: z.email().max(254).optional().describe('Email address; needed to complete'),
  first_name: parts.first_name,
  last_name: parts.last_name,
  full_name: parts.full_name,
  phone_number: parts.phone_number,
});
