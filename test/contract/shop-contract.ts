import { z } from 'zod';
import { country, currency, dateTime, price } from './shared-contract.js';

/** Settings and discounts of a shop as its merchant reads them (docs/catalog.md, Shops and Discounts). */

const text = z.string().min(1);
/** A rate in parts per million: 1,000,000 is 100 %. */
const ppm = z.int().min(0).max(1_000_000);
/** The stable id of a shipping rate or pickup location. */
const optionId = z.string().regex(/^[a-z0-9][a-z0-9_-]*$/);
const days = z
  .strictObject({ min: z.int().nonnegative(), max: z.int().nonnegative() })
  .refine(({ min, max }) => min <= max, 'min is not above max');

/** Tax rate of a country, and optionally of a region and an item tax category. */
const taxRate = z.strictObject({ country, region: text.optional(), category: text.optional(), rate_ppm: ppm });

/** Price of a shipping rate: flat, per item or by weight. */
const shippingPrice = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('flat'), amount: price }),
  z.strictObject({ type: z.literal('per_item'), base: price, amount: price }),
  z.strictObject({
    type: z.literal('by_weight'),
    steps: z.array(z.strictObject({ up_to_grams: z.int().min(1), amount: price })).min(1),
  }),
]);

/**
 * A shipping rate for a zone, with carrier and transit days. Shipping is free from the amount `free_from` on, if set.
 */
const shippingRate = z.strictObject({
  id: optionId,
  title: text,
  carrier: text,
  description: text.optional(),
  zone: z.strictObject({
    countries: z.array(country).min(1).optional(),
    regions: z.array(text).min(1).optional(),
    postal_prefixes: z.array(text).min(1).optional(),
  }),
  price: shippingPrice,
  free_from: price.optional(),
  transit_days: days,
});

/** Address of a merchant or of a pickup location. */
const place = z.strictObject({
  street_address: text.optional(),
  extended_address: text.optional(),
  address_locality: text.optional(),
  address_region: text.optional(),
  postal_code: text.optional(),
  address_country: country,
  phone_number: text.optional(),
});

/** A location of the shop where orders are picked up. */
const pickupLocation = z.strictObject({
  id: optionId,
  title: text,
  description: text.optional(),
  amount: price,
  address: place,
  ready_days: days,
});

/** docs/catalog.md, Fees. */
const fee = z.strictObject({
  id: text,
  title: text,
  price: z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('fixed'), amount: price }),
    z.strictObject({ type: z.literal('percent'), value_ppm: ppm }),
  ]),
  countries: z.array(country).min(1).optional(),
  below_subtotal: z.int().min(1).optional(),
  tax_category: text,
});

/** Name, logo, color, contacts and imprint that buyers see of the shop. */
const shopBrand = z.strictObject({
  name: text.optional(),
  logo: text.optional(),
  accent_color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/)
    .optional(),
  support_email: text.optional(),
  support_phone: text.optional(),
  imprint: z.strictObject({ name: text.optional(), address: place.optional(), tax_number: text.optional() }).optional(),
});

/** Members that have a default are returned even if they are at their default. */
export const shopSettings = z
  .strictObject({
    currency,
    country,
    language: z.string().min(2),
    time_zone: text,
    tax: z.strictObject({ included: z.boolean(), on_shipping: z.boolean(), rates: z.array(taxRate) }),
    shipping: z.array(shippingRate),
    pickup: z.array(pickupLocation),
    fees: z.array(fee),
    payment_handlers: z.array(text),
    max_quantity: z.int().min(1).max(1_000_000).optional(),
    links: z.array(z.strictObject({ type: text, url: text, title: text.optional() })),
    review_limit: price.nullable(),
    terms_required: z.boolean().optional(),
    address_check: z.enum(['country', 'street']).optional(),
    order_retention_years: z.int().min(0).max(100).optional(),
    order_link_days: z.int().min(1).optional(),
    brand: shopBrand.optional(),
    grant_ceilings: z
      .strictObject({ per_order: price.optional(), per_30_days: price.optional(), days: z.int().optional() })
      .optional(),
    policies: z
      .strictObject({ returns: text.optional(), shipping: text.optional(), privacy: text.optional() })
      .optional(),
    order_requests: z
      .strictObject({
        cancel_before_shipping: z.boolean().optional(),
        address_before_shipping: z.boolean().optional(),
        return_days: z.int().min(0).optional(),
      })
      .optional(),
    invoice: z.strictObject({ due_days: z.int().min(0), instructions: text.optional() }).optional(),
    mail: z
      .strictObject({
        from: text.optional(),
        reply_to: text.optional(),
        staff: z.array(text).optional(),
        low_stock: z.int().min(1).optional(),
        disabled: z.array(text).optional(),
      })
      .optional(),
  })
  .refine(({ shipping, pickup }) => {
    const ids = ['digital', ...shipping.map(({ id }) => id), ...pickup.map(({ id }) => id)];
    return new Set(ids).size === ids.length;
  }, 'every option has an id of its own');

/**
 * A discount: percent, fixed amount or free shipping, on the order or on named items. It may have a minimum subtotal, a
 * start, an end and a limit of uses, and may be limited to one use per buyer, combinable, or automatic without a code.
 */
export const discount = z
  .strictObject({
    code: text,
    title: text,
    kind: z.enum(['percent', 'fixed', 'free_shipping']),
    value_ppm: ppm.min(1).optional(),
    amount: price.min(1).optional(),
    item_ids: z.array(text).min(1).optional(),
    option_ids: z.array(text).min(1).optional(),
    minimum_subtotal: price.optional(),
    starts_at: dateTime.optional(),
    ends_at: dateTime.optional(),
    max_uses: z.int().min(1).optional(),
    uses_left: z.int().nonnegative().nullable(),
    once_per_buyer: z.boolean(),
    combinable: z.boolean(),
    automatic: z.boolean(),
    created_at: dateTime,
    updated_at: dateTime,
  })
  .refine(({ kind, value_ppm }) => (kind === 'percent') === (value_ppm !== undefined), 'value_ppm is of percent alone')
  .refine(({ kind, amount }) => (kind === 'fixed') === (amount !== undefined), 'amount is of fixed alone')
  .refine(({ max_uses, uses_left }) => (max_uses === undefined) === (uses_left === null), 'null = not limited')
  .refine(({ max_uses, uses_left }) => (uses_left ?? 0) <= (max_uses ?? 0), 'no more are left than there were');

/** A paged list (docs/api.md, HTTP). `pagination` is present only if there is a next page. */
export const discountList = z.strictObject({
  data: z.array(discount),
  pagination: z.strictObject({ cursor: z.string().min(1) }).optional(),
});
