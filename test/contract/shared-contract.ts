import { z } from 'zod';

/**
 * Values used by several resources. Written by hand from the API document ("Conventions", "Item", "Total") and `docs`;
 * nothing here may be imported from `src/`.
 */

const UUID_V7 = '[0-9a-f]{8}-?[0-9a-f]{4}-?7[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}';

/** An id is a prefix and a UUIDv7. The text form of the UUID is not specified, so hyphens may be absent. */
export function idOf(prefix: 'chk' | 'ord' | 'evt' | 'req'): z.ZodString {
  return z.string().regex(new RegExp(`^${prefix}_${UUID_V7}$`));
}

/** An id whose form the documents leave to the shop or the server. */
export const id = z.string().min(1);

/** An id of a line: `li_…` from the server, or chosen by the caller (docs/checkout.md, Lines). */
export const lineId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);
export const lineIds = z.array(lineId);

/** API document, Conventions: ISO 8601; always in UTC, with Z. */
export const dateTime = z.iso.datetime();

/** Money is an integer in minor units. Only totals and the price differences of properties may be negative. */
export const money = z.int();
export const price = z.int().nonnegative();

export const currency = z.string().regex(/^[A-Z]{3}$/);

/** API document, Conventions: ISO 3166-1 alpha-2, upper case. */
export const country = z.string().regex(/^[A-Z]{2}$/);

/** Version in each `ucp` envelope. */
export const ucpVersion = z.literal('2026-04-08');

/** API document, Fulfillment: the named method types. */
export const methodType = z.enum(['shipping', 'pickup', 'digital']);

/** Options of a product variant. */
export const itemOptions = z.array(z.strictObject({ name: z.string().min(1), value: z.string().min(1) }));

/** API document, Item (within a line); only `image_url` is optional. */
export const lineItemItem = z.strictObject({
  id,
  title: z.string(),
  price,
  image_url: z.string().optional(),
});

/** API document, LineItem `properties`: both members required. */
export const property = z.strictObject({ name: z.string(), value: z.string() });

/** API document, LineItem `property_specs`; `values` is absent if any text is accepted. */
export const propertySpec = z.strictObject({
  name: z.string(),
  required: z.boolean(),
  values: z
    .array(z.strictObject({ value: z.string(), price_delta: money, description: z.string().optional() }))
    .optional(),
  description: z.string().optional(),
});

/** API document, Total: the types, in the sequence of the entries (docs/money.md, Totals). */
export const TOTAL_TYPES = ['subtotal', 'items_discount', 'discount', 'fulfillment', 'tax', 'fee', 'total'] as const;

/** API document, Total. Every total has a `type`, in variant B too. */
export const total = z.strictObject({
  type: z.enum(TOTAL_TYPES),
  amount: money,
  display_text: z.string().optional(),
});

/** API document, Total: in a fulfillment option the `type` is a plain string. */
export const optionTotal = z.strictObject({
  type: z.string().min(1),
  amount: money,
  display_text: z.string().optional(),
});

/** A fulfillment option has at least a `total`. */
export const optionTotals = z
  .array(optionTotal)
  .refine((entries) => entries.some((entry) => entry.type === 'total'), 'needs a total');

type Total = z.infer<typeof total>;

function inOrder(entries: readonly Total[]): boolean {
  const places = entries.map((entry) => TOTAL_TYPES.indexOf(entry.type));
  return places.every((place, index) => index === 0 || place >= (places[index - 1] ?? place));
}

function addUp(entries: readonly Total[]): boolean {
  const parts = entries.slice(0, -1).reduce((sum, entry) => sum + entry.amount, 0);
  return entries.at(-1)?.type === 'total' && entries.at(-1)?.amount === parts;
}

function discountsBelowZero(entries: readonly Total[]): boolean {
  const discounts = entries.filter((e) => e.type === 'discount' || e.type === 'items_discount');
  return discounts.every((entry) => entry.amount < 0);
}

/** Entries in the order of `TOTAL_TYPES`, with `total` last as the sum of the others. Discounts are negative. */
export const checkoutTotals = z
  .array(total)
  .refine(inOrder, 'entries must stand in the order of design 5')
  .refine(addUp, 'the entries before total must add up to it')
  .refine(discountsBelowZero, 'a discount is below zero');

/** Totals of a line, which have only three types. */
export const lineTotals = checkoutTotals.refine(
  (entries) => entries.every((e) => ['subtotal', 'items_discount', 'total'].includes(e.type)),
  'a line has subtotal, items_discount, total',
);

/** API document, Buyer: all members are optional strings. */
export const buyer = z.strictObject({
  email: z.string().optional(),
  first_name: z.string().optional(),
  full_name: z.string().optional(),
  last_name: z.string().optional(),
  phone_number: z.string().optional(),
});

/** Address members common to destinations and expectations. */
export const addressMembers = {
  address_country: country.optional(),
  address_locality: z.string().optional(),
  address_region: z.string().optional(),
  extended_address: z.string().optional(),
  first_name: z.string().optional(),
  last_name: z.string().optional(),
  phone_number: z.string().optional(),
  postal_code: z.string().optional(),
  street_address: z.string().optional(),
};
