import { z } from 'zod';
import { DEFAULT_MAX_QUANTITY } from '../domain/checkout/cart-limits.js';
import { DIGITAL_OPTION_ID } from '../domain/checkout/fulfillment.js';
import { MAX_PRICE } from '../domain/shop/item.js';
import { replaceRegionNames } from '../domain/shop/region-codes.js';
import {
  ADDRESS_CHECKS,
  CAPTURE_POLICIES,
  DEFAULT_SETTINGS,
  type ShopSettings,
  TERMS_LINK,
} from '../domain/shop/shop.js';
import { CURRENCIES } from '../domain/values/currency.js';
import { regionCode } from '../domain/values/regions.js';
import { brand, invoiceTerms } from './brand.js';
import { country, name, placeAddress } from './place.js';
import { shopPolicies } from './policies.js';
import { codeText, linkUrl, text } from './primitives.js';
import { orderRequestRules } from './request-rules.js';
import { shopMail } from './shop-mail.js';

/** A shop's settings as JSON (docs/catalog.md, Shops). Amounts are in minor units. */

const amount = z.int().min(0).max(MAX_PRICE);
/** Maximum value of `max_quantity`. A line with this quantity at the highest price stays far below 2^53. */
const MAX_QUANTITY = 1_000_000;
/** Maximum weight of a parcel, in grams: 100 lines of the heaviest item. */
const MAX_PARCEL = 1_000_000_000_000_000;
const days = z
  .strictObject({ min: z.int().min(0).max(365), max: z.int().min(0).max(365) })
  .refine(({ min, max }) => min <= max, { error: 'min must not be above max' });
const optionId = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_-]{0,63}$/, { error: 'must contain only lower-case letters, digits, "_" and "-"' });

const taxRate = z.strictObject({
  country,
  region: text(100, 'Region').exactOptional(),
  category: text(64, 'Tax category').exactOptional(),
  rate_ppm: z.int().min(0).max(1_000_000),
});

const shippingPrice = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('flat'), amount }),
  z.strictObject({ type: z.literal('per_item'), base: amount, amount }),
  z.strictObject({
    type: z.literal('by_weight'),
    steps: z
      .array(z.strictObject({ up_to_grams: z.int().min(1).max(MAX_PARCEL), amount }))
      .min(1)
      .max(100)
      .refine(
        (steps) => steps.every((step, index) => index === 0 || step.up_to_grams > (steps[index - 1]?.up_to_grams ?? 0)),
        {
          error: 'must be ordered from the lightest to the heaviest',
        },
      ),
  }),
]);

const shippingRate = z.strictObject({
  id: optionId,
  title: name,
  carrier: name,
  description: name.exactOptional(),
  zone: z.strictObject({
    countries: z.array(country).min(1).max(249).exactOptional(),
    regions: z.array(text(100, 'Region')).min(1).max(200).exactOptional(),
    postal_prefixes: z.array(text(20, 'Postal prefix')).min(1).max(1000).exactOptional(),
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
  address: placeAddress,
  ready_days: days,
});

const fee = z.strictObject({
  id: optionId,
  title: name,
  price: z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('fixed'), amount }),
    z.strictObject({ type: z.literal('percent'), value_ppm: z.int().min(1).max(1_000_000) }),
  ]),
  countries: z.array(country).min(1).max(249).exactOptional(),
  below_subtotal: z.int().min(1).max(Number.MAX_SAFE_INTEGER).exactOptional(),
  tax_category: text(64, 'Tax category'),
});

/** A fee as sent in settings, with the tax category `standard` by default. */
const feeInput = fee.extend({ tax_category: fee.shape.tax_category.default('standard') });

function feesOf<F extends typeof fee | typeof feeInput>(one: F) {
  return z
    .array(one)
    .max(20)
    .refine((all) => areDistinct(all.map(({ id }) => id)), { error: 'must have unique ids' });
}

const grantCeilings = z.strictObject({
  per_order: amount.exactOptional(),
  per_30_days: amount.exactOptional(),
  days: z.int().min(1).max(365).exactOptional(),
});

const link = z.strictObject({ type: name, url: linkUrl, title: name.exactOptional() });

function isLanguage(tag: string): boolean {
  return works(() => Intl.getCanonicalLocales(tag));
}

function isTimeZone(name: string): boolean {
  return works(() => new Intl.DateTimeFormat('en', { timeZone: name }));
}

/** True if the attempt does not throw. Intl throws for values that it rejects. */
function works(attempt: () => unknown): boolean {
  try {
    attempt();
    return true;
  } catch {
    return false;
  }
}

export const settingsMembers = {
  currency: codeText('must be an ISO 4217 code in upper case', (code) => CURRENCIES.has(code)),
  country,
  language: codeText('must be a BCP 47 tag such as "en"', isLanguage, 35),
  time_zone: codeText('must be an IANA time zone such as "Europe/Berlin"', isTimeZone, 64),
  tax: z.strictObject({
    included: z.boolean(),
    on_shipping: z.boolean(),
    rates: z
      .array(taxRate)
      .max(1000)
      .refine((rates) => areDistinct(rates.map(rowOf)), { error: 'has two rows for one place and category' }),
  }),
  shipping: z.array(shippingRate).max(100),
  pickup: z.array(pickupLocation).max(100),
  fees: feesOf(fee),
  payment_handlers: z
    .array(text(64, 'Id of a handler'))
    .max(20)
    .refine(areDistinct, { error: 'names a handler twice' }),
  links: z.array(link).max(20),
  review_limit: z.int().min(0).nullable(),
  terms_required: z
    .boolean()
    .exactOptional()
    .describe('True: buyers must accept the page of the link terms_of_service before completing; default false'),
  order_retention_years: z
    .int()
    .min(0)
    .max(100)
    .exactOptional()
    .describe('Years for which orders keep their buyer when a person is erased; default 10'),
  order_link_days: z
    .int()
    .min(1)
    .max(36_500)
    .exactOptional()
    .describe('Days after its last change for which the link of an order works; default: always'),
  max_quantity: z
    .int()
    .min(1)
    .max(MAX_QUANTITY)
    .exactOptional()
    .describe(`Most units in one line of a cart; default ${DEFAULT_MAX_QUANTITY}`),
  payment_capture: z
    .enum(CAPTURE_POLICIES)
    .exactOptional()
    .describe(
      'When payments are captured, if the handler can authorize first: at once (at_once, the default), with each shipment (on_shipment) or with the last one (on_last_shipment)',
    ),
  address_check: z
    .enum(ADDRESS_CHECKS)
    .exactOptional()
    .describe(
      'What an address needs before a shipped order is paid: a recipient, and the parts, postal code and region of its country (country, the default), or only a street (street)',
    ),
  brand: brand.exactOptional().describe('Look of the shop; omitted parts are derived from its name'),
  invoice: invoiceTerms.exactOptional().describe('When an invoice is due, in days, and how to pay it'),
  mail: shopMail.exactOptional().describe('Sender of notices by mail, address for replies, and notices not to send'),
  grant_ceilings: grantCeilings
    .exactOptional()
    .describe('Highest limits, in minor units, and duration in days that people can give an assistant over OAuth'),
  policies: shopPolicies.exactOptional().describe('Rules on returns, shipping and privacy, for agents and buyers'),
  order_requests: orderRequestRules
    .exactOptional()
    .describe('Requests of buyers that are accepted at once; all others wait for the merchant'),
};

function areDistinct(values: readonly string[]): boolean {
  return new Set(values).size === values.length;
}

/** Returns the key of a tax rate. Known regions are compared by code, other regions without regard to case. */
function rowOf({ country, region = '', category = '' }: z.output<typeof taxRate>): string {
  return [country, regionCode(country, region) ?? region.trim().toUpperCase(), category].join('|');
}

/**
 * Adds rules that relate members: the ids of shipping rates and pickup locations must be unique, and `terms_required`
 * needs a link to the terms. Replaces known region names by their codes.
 */
export function settingsRules<
  Schema extends z.ZodType<Pick<ShopSettings, 'country' | 'tax' | 'shipping' | 'pickup' | 'links' | 'terms_required'>>,
>(schema: Schema) {
  const ids = (options: readonly { readonly id: string }[]) => [DIGITAL_OPTION_ID, ...options.map(({ id }) => id)];
  const error = `must have unique ids other than "${DIGITAL_OPTION_ID}"`;
  return schema
    .refine(({ shipping }) => areDistinct(ids(shipping)), { path: ['shipping'], error })
    .refine(({ pickup }) => areDistinct(ids(pickup)), { path: ['pickup'], error })
    .refine(({ shipping, pickup }) => !pickup.some(({ id }) => shipping.some((rate) => rate.id === id)), {
      path: ['pickup'],
      error: 'must not reuse the id of a shipping rate',
    })
    .refine(({ links, terms_required }) => !terms_required || links.some(({ type }) => type === TERMS_LINK), {
      path: ['terms_required'],
      error: `must not be true without a link of the type "${TERMS_LINK}" in links`,
    })
    .overwrite(replaceRegionNames);
}

/** Members of settings in requests. Absent members have their default values. */
export const settingsInput = {
  currency: settingsMembers.currency.default(DEFAULT_SETTINGS.currency).describe('ISO 4217 code'),
  country: settingsMembers.country.default(DEFAULT_SETTINGS.country).describe('ISO 3166-1 alpha-2 code'),
  language: settingsMembers.language.default(DEFAULT_SETTINGS.language).describe('BCP 47 tag'),
  time_zone: settingsMembers.time_zone.default(DEFAULT_SETTINGS.time_zone).describe('IANA time zone'),
  tax: settingsMembers.tax
    .default({ ...DEFAULT_SETTINGS.tax, rates: [] })
    .describe('Tax rates, and whether prices include tax'),
  shipping: settingsMembers.shipping
    .default(() => settingsMembers.shipping.parse(DEFAULT_SETTINGS.shipping))
    .describe('Shipping rates'),
  pickup: settingsMembers.pickup.default([]).describe('Pickup locations'),
  fees: feesOf(feeInput).default([]).describe('Charges beside goods and delivery'),
  payment_handlers: settingsMembers.payment_handlers
    .default([])
    .describe('Ids of payment handlers, in the order shown'),
  links: settingsMembers.links.default([]).describe('Links shown with the checkout'),
  review_limit: settingsMembers.review_limit
    .default(null)
    .describe('Total above which the buyer must review; null = never'),
  terms_required: settingsMembers.terms_required,
  order_retention_years: settingsMembers.order_retention_years,
  order_link_days: settingsMembers.order_link_days,
  max_quantity: settingsMembers.max_quantity,
  payment_capture: settingsMembers.payment_capture,
  address_check: settingsMembers.address_check,
  brand: settingsMembers.brand,
  invoice: settingsMembers.invoice,
  mail: settingsMembers.mail,
  grant_ceilings: settingsMembers.grant_ceilings,
  policies: settingsMembers.policies,
  order_requests: settingsMembers.order_requests,
};

/** Settings in a file. */
export const shopSettings: z.ZodType<ShopSettings> = settingsRules(z.strictObject(settingsInput));

export const settingsAnswer: z.ZodType<ShopSettings, ShopSettings> = z.strictObject(settingsMembers);
