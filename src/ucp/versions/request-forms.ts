import { z } from 'zod';
import { MAX_CLAIMS } from '../../domain/checkout/platform-part.js';
import { MAX_FREE_TEXT } from '../../domain/checkout/properties.js';
import { replaceRegionName } from '../../domain/values/address.js';
import { countryCode } from '../../domain/values/country-names.js';
import { omitUndefined } from '../../domain/values/present.js';
import { MAX_PROPERTIES } from '../../schema/line-item.js';
import { line, MAX_ID } from '../../schema/primitives.js';

/**
 * Request forms shared by all versions. Unknown members, and members that only the shop sets, are ignored (UCP, Schema
 * Composition). Empty text counts as absent.
 */

/** Makes a member optional and treats null as absent. */
export const ignoreNull = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === null ? undefined : value), schema.optional());

/** Optional text; null and empty text count as absent. */
export const text = (max: number) => ignoreNull(line(max, '').transform((value) => value.trim() || undefined));

export const id = ignoreNull(z.string().min(1).max(MAX_ID));

const country = text(100).transform((value, issues) => {
  const code = value === undefined ? undefined : countryCode(value);
  if (value !== undefined && code === undefined) {
    issues.addIssue({ code: 'custom', message: 'must be an ISO 3166-1 alpha-2 code, or the name of a country' });
  }
  return code;
});

const addressMembers = {
  street_address: text(200),
  extended_address: text(200),
  address_locality: text(100),
  address_region: text(100),
  address_country: country,
  postal_code: text(20),
  first_name: text(100),
  last_name: text(100),
  phone_number: text(50),
};

export const address = z.object(addressMembers).transform((value) => replaceRegionName(omitUndefined(value)));

/** A destination, optionally with an id chosen by the platform. */
const destination = z.object({ ...addressMembers, id }).transform(({ id, ...members }) => ({
  id,
  address: replaceRegionName(omitUndefined(members)),
}));

export const buyerMembers = {
  first_name: text(100),
  last_name: text(100),
  email: text(254).pipe(z.email().optional()),
  phone_number: text(50),
};

const lineItem = z.object({
  id,
  item: z.object({ id: z.string().min(1).max(MAX_ID) }),
  quantity: z.int().min(1),
  parent_id: id,
  properties: z.unknown().optional(),
});

const property = z.object({ name: z.string().min(1).max(100), value: line(MAX_FREE_TEXT, '') });

/** Members of a line that the portal's extension for properties adds. */
export const propertiesForm = z.object({
  line_items: z.array(z.object({ properties: ignoreNull(z.array(property).max(MAX_PROPERTIES)) })),
});

/** A claim's reverse domain name (UCP, Reverse Domain Name). Responses repeat it, so any other text is rejected. */
const claim = z
  .string()
  .max(255)
  .regex(/^[a-z](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9_-]*[a-z0-9_])?)+$/, {
    error: 'must be a name in reversed domains, such as com.example.gold',
  });

export const context = z
  .object({
    address_country: text(100),
    address_region: text(100),
    postal_code: text(20),
    intent: text(2000),
    language: text(35),
    currency: text(10),
    eligibility: ignoreNull(
      z
        .array(claim)
        .max(MAX_CLAIMS)
        .refine((claims) => new Set(claims).size === claims.length, { error: 'names a claim twice' }),
    ),
  })
  .transform(omitUndefined);

const MAX_ATTRIBUTION = 50;

const attribution = z
  .record(z.string().min(1).max(100), line(2000, ''))
  .refine((value) => Object.keys(value).length <= MAX_ATTRIBUTION, {
    error: `must have at most ${MAX_ATTRIBUTION} members`,
  });

const method = z.object({
  type: ignoreNull(z.string().max(50)),
  destinations: ignoreNull(z.array(destination).max(20)),
  selected_destination_id: id,
  groups: ignoreNull(z.array(z.object({ selected_option_id: id })).max(20)),
});

export const cardMembers = {
  brand: text(50),
  last_digits: text(4),
  expiry_month: ignoreNull(z.int().min(1).max(12)),
  expiry_year: ignoreNull(z.int().min(2000).max(2200)),
  description: text(1000),
  card_art: text(2000),
};

/** Credential of an instrument. Its handler decides which members are required. */
export const credential = z.object({
  type: z.string().min(1).max(50),
  token: text(2000),
  card_number_type: ignoreNull(z.enum(['dpan', 'fpan', 'network_token'])),
  number: ignoreNull(z.string().regex(/^\d{8,19}$/, { error: 'must be 8 to 19 digits' })),
  cvc: ignoreNull(z.string().regex(/^\d{3,4}$/, { error: 'must be 3 or 4 digits' })),
  cryptogram: text(200),
  eci_value: text(10),
  name: text(200),
  expiry_month: cardMembers.expiry_month,
  expiry_year: cardMembers.expiry_year,
});

export const instrument = z.object({
  id: z.string().min(1).max(MAX_ID),
  handler_id: z.string().min(1).max(MAX_ID),
  type: z.string().min(1).max(50),
  selected: ignoreNull(z.boolean()),
  billing_address: ignoreNull(address),
  credential: ignoreNull(credential),
  display: ignoreNull(z.object(cardMembers)),
});

export const payment = z.object({ instruments: ignoreNull(z.array(instrument).max(10)) });

/** Body of a request to create or update a cart, without the buyer. */
export const cartMembers = {
  line_items: z.array(lineItem).max(500),
  context: ignoreNull(context),
  attribution: ignoreNull(attribution),
  discounts: ignoreNull(z.object({ codes: ignoreNull(z.array(line(64, '')).max(100)) })),
};

/**
 * Body of a request to create or update a checkout. The buyer is left out because versions differ in the form of
 * consent.
 */
export const checkoutMembers = {
  ...cartMembers,
  cart_id: id,
  fulfillment: ignoreNull(z.object({ methods: ignoreNull(z.array(method).max(10)) })),
  payment: ignoreNull(payment),
};
