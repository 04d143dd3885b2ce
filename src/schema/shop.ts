import { z } from 'zod';
import { DIGITAL_OPTION_ID } from '../domain/checkout/fulfillment.js';
import { COUNTRY_CODES } from '../domain/countries.js';
import type { ShopSettings } from '../domain/shop.js';
import { linkUrl } from './primitives.js';

/** A shop's settings as JSON (docs/catalog.md, Shops). Amounts in minor units. */

const amount = z.int().min(0).max(1_000_000_000);
const days = z
  .strictObject({ min: z.int().min(0).max(365), max: z.int().min(0).max(365) })
  .refine(({ min, max }) => min <= max, { error: 'takes min not above max' });
const optionId = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_-]{0,63}$/, { error: 'takes lower-case letters, digits, "_" and "-"' });
const country = z
  .string()
  .refine((code) => COUNTRY_CODES.has(code), { error: 'takes an ISO 3166-1 alpha-2 code in upper case' });
const name = z.string().min(1).max(200);

const taxRate = z.strictObject({
  country,
  region: z.string().min(1).max(100).exactOptional(),
  category: z.string().min(1).max(64).exactOptional(),
  rate_ppm: z.int().min(0).max(1_000_000),
});

const shippingPrice = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('flat'), amount }),
  z.strictObject({ type: z.literal('per_item'), base: amount, amount }),
  z.strictObject({
    type: z.literal('by_weight'),
    steps: z
      .array(z.strictObject({ up_to_grams: z.int().min(1), amount }))
      .min(1)
      .max(100),
  }),
]);

const shippingRate = z.strictObject({
  id: optionId,
  title: name,
  carrier: name,
  description: name.exactOptional(),
  zone: z.strictObject({
    countries: z.array(country).min(1).max(249).exactOptional(),
    regions: z.array(z.string().min(1).max(100)).min(1).max(200).exactOptional(),
    postal_prefixes: z.array(z.string().min(1).max(20)).min(1).max(1000).exactOptional(),
  }),
  price: shippingPrice,
  free_from: amount.exactOptional(),
  transit_days: days,
});

const pickupLocation = z.strictObject({
  id: optionId,
  title: name,
  description: name.exactOptional(),
  amount,
  address: z.strictObject({
    street_address: name.exactOptional(),
    extended_address: name.exactOptional(),
    address_locality: name.exactOptional(),
    address_region: name.exactOptional(),
    postal_code: name.exactOptional(),
    address_country: country,
    phone_number: name.exactOptional(),
  }),
  ready_days: days,
});

const link = z.strictObject({ type: name, url: linkUrl, title: name.exactOptional() });

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

function isLanguage(tag: string): boolean {
  return works(() => Intl.getCanonicalLocales(tag));
}

function isTimeZone(name: string): boolean {
  return works(() => new Intl.DateTimeFormat('en', { timeZone: name }));
}

/** Intl says what it does not take by throwing. */
function works(attempt: () => unknown): boolean {
  try {
    attempt();
    return true;
  } catch {
    return false;
  }
}

function areDistinct(ids: readonly string[]): boolean {
  return new Set([...ids, DIGITAL_OPTION_ID]).size === ids.length + 1;
}

export const shopSettings: z.ZodType<ShopSettings> = z
  .strictObject({
    currency: z.string().refine((code) => CURRENCIES.has(code), { error: 'takes an ISO 4217 code in upper case' }),
    country,
    language: z.string().max(35).refine(isLanguage, { error: 'takes a BCP 47 tag such as "en"' }),
    time_zone: z.string().max(64).refine(isTimeZone, { error: 'takes an IANA time zone such as "Europe/Berlin"' }),
    tax: z.strictObject({ included: z.boolean(), on_shipping: z.boolean(), rates: z.array(taxRate).max(1000) }),
    shipping: z.array(shippingRate).max(100),
    pickup: z.array(pickupLocation).max(100),
    payment_handlers: z.array(z.string().min(1).max(64)).max(20),
    links: z.array(link).max(20),
    review_limit: z.int().min(0).nullable(),
  })
  .refine(({ shipping, pickup }) => areDistinct([...shipping, ...pickup].map(({ id }) => id)), {
    path: ['shipping'],
    error: `takes ids that differ from each other, from those of pickup, and from "${DIGITAL_OPTION_ID}"`,
  });
