import { z } from 'zod';
import { COUNTRY_CODES } from '../domain/values/countries.js';
import { codeText, text } from './primitives.js';

/** Schemas for addresses in a merchant's settings. */

export const name = text(200, 'At most 200 characters');

export const country = codeText('must be an ISO 3166-1 alpha-2 code in upper case', (code) => COUNTRY_CODES.has(code));

export const placeAddress = z.strictObject({
  street_address: name.exactOptional(),
  extended_address: name.exactOptional(),
  address_locality: name.exactOptional(),
  address_region: name.exactOptional(),
  postal_code: name.exactOptional(),
  address_country: country,
  phone_number: name.exactOptional(),
});
