import { z } from 'zod';
import { DISCOUNT_KINDS } from '../domain/shop/discount.js';
import { MAX_PRICE } from '../domain/shop/item.js';
import { amount, answer, dateTime, instant, text } from './primitives.js';

/** A shop's discount in the form that merchants read and write (docs/catalog.md, Discounts). */

const members = {
  title: text(200, 'Title that people read'),
  kind: z.enum(DISCOUNT_KINDS),
  value_ppm: z.int().min(1).max(1_000_000).exactOptional().describe('For percent: parts per million, 100000 = 10 %'),
  amount: z.int().min(1).max(MAX_PRICE).exactOptional().describe('For fixed: minor units'),
  item_ids: z
    .array(text(64, 'Item id'))
    .min(1)
    .max(1000)
    .exactOptional()
    .describe('The items that it applies to; absent = the whole order'),
  option_ids: z
    .array(text(64, 'Id of a shipping rate or pickup location'))
    .min(1)
    .max(200)
    .exactOptional()
    .describe('For free_shipping: the rates and locations whose price it takes off; absent = all'),
  minimum_subtotal: z
    .int()
    .min(0)
    .exactOptional()
    .describe('Minor units of the subtotal before discounts; with item_ids, of these items alone'),
  starts_at: instant.exactOptional().describe('ISO 8601; valid from this instant on'),
  ends_at: instant.exactOptional().describe('ISO 8601; not valid from this instant on'),
  max_uses: z.int().min(1).max(1_000_000_000).exactOptional().describe('How many orders can use it'),
  once_per_buyer: z.boolean().default(false).describe('Once per email address'),
  combinable: z.boolean().default(true).describe('False: applies only if no other discount does'),
  automatic: z.boolean().default(false).describe('True: applies automatically; its code cannot be entered'),
};

type Terms = z.output<z.ZodObject<typeof members>>;

/** Adds rules that relate members: `kind` determines the value members, and a discount ends after it starts. */
export function discountRules<Schema extends z.ZodType<Terms>>(schema: Schema) {
  return schema
    .refine(({ kind, value_ppm }) => (kind === 'percent') === (value_ppm !== undefined), {
      path: ['value_ppm'],
      error: 'is required for percent, and only allowed there',
    })
    .refine(({ kind, amount }) => (kind === 'fixed') === (amount !== undefined), {
      path: ['amount'],
      error: 'is required for fixed, and only allowed there',
    })
    .refine(({ kind, option_ids }) => kind === 'free_shipping' || option_ids === undefined, {
      path: ['option_ids'],
      error: 'is only allowed for free_shipping',
    })
    .refine(({ starts_at, ends_at }) => starts_at === undefined || ends_at === undefined || starts_at < ends_at, {
      path: ['ends_at'],
      error: 'must be after starts_at',
    });
}

export const discountMembers = members;

export const discountCode = text(64, 'The code; case and surrounding space are ignored').refine(
  (code) => !/[\p{Cc}]/u.test(code) && !/^\.{1,2}$/.test(code.trim()),
  { error: 'must be one line of text that can be part of a URL path' },
);

/** An entry of a discount file: the code and its terms. */
export const discountEntry = discountRules(z.strictObject({ code: discountCode, ...members }));

export type DiscountTerms = Terms;

export const discount = answer({
  code: z.string(),
  title: z.string(),
  kind: z.enum(DISCOUNT_KINDS),
  value_ppm: z.int().optional(),
  amount: amount('Minor units').optional(),
  item_ids: z.array(z.string()).optional(),
  option_ids: z.array(z.string()).optional(),
  minimum_subtotal: amount('Minor units').optional(),
  starts_at: dateTime('Valid from this instant on').optional(),
  ends_at: dateTime('Not valid from this instant on').optional(),
  max_uses: z.int().optional(),
  uses_left: z.int().nullable().describe('Null = not limited'),
  once_per_buyer: z.boolean(),
  combinable: z.boolean(),
  automatic: z.boolean(),
  created_at: dateTime('When it was created'),
  updated_at: dateTime('When it was last replaced'),
});

export type DiscountAnswer = z.output<typeof discount>;
