import { z } from 'zod';
import { FULFILLMENT_TYPES, MAX_PRICE, type PropertySpec } from '../domain/shop/item.js';
import { importedLongText, importedText, linkUrl, text } from './primitives.js';

/** One item of an import or upsert, as JSON has it; CSV cells are turned into it first. */

const MAX_WEIGHT = 10_000_000;
const MAX_STOCK = 1_000_000_000;

const propertySpec = z.strictObject({
  name: text(100, 'What the buyer chooses or writes'),
  required: z.boolean().default(false),
  description: importedLongText(500).default(''),
  values: z
    .array(
      z.strictObject({
        value: text(200, 'One choice'),
        price_delta: z.int().min(-MAX_PRICE).max(MAX_PRICE).default(0),
        description: importedLongText(500).default(''),
      }),
    )
    .max(100)
    .default([])
    .refine((values) => new Set(values.map(({ value }) => value)).size === values.length, {
      error: 'lists a value twice',
    }),
});

/** A list of names; one that stands in it twice counts once. */
const names = (most: number, what: string) =>
  z
    .array(importedText(100))
    .max(most)
    .default([])
    .overwrite((list) => [...new Set(list)])
    .describe(what);

export const itemId = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, { error: 'takes 1 to 64 letters, digits, ".", "_" and "-"' });

/** An item without its id, which is in the path when one item is written alone. */
export const itemMembers = {
  title: importedText(200),
  description: importedLongText(5000).default(''),
  brand: importedText(100).nullable().default(null).describe('Who makes it'),
  categories: names(20, 'Categories that people know, such as "Kitchen"'),
  keywords: names(50, 'Other words for the item that people look for'),
  price: z.int().min(0).max(MAX_PRICE).describe('Minor units'),
  image_url: linkUrl.nullable().default(null),
  fulfillment_types: z
    .array(z.enum(FULFILLMENT_TYPES))
    .min(1)
    .max(2)
    .refine((types) => !types.includes('digital') || types.length === 1, {
      error: 'digital cannot be combined with other types',
    })
    .refine((types) => new Set(types).size === types.length, { error: 'lists a type twice' }),
  stock: z.int().min(0).max(MAX_STOCK).nullable().default(null).describe('Units left; null = not counted'),
  weight_grams: z.int().min(0).max(MAX_WEIGHT).default(0),
  tax_category: z
    .string()
    .regex(/^[a-z][a-z0-9_-]{0,63}$/, { error: 'takes lower-case letters, digits, "_" and "-"' })
    .default('standard'),
  age_restricted: z.boolean().default(false),
  property_specs: z
    .array(propertySpec)
    .max(20)
    .default([])
    .refine((specs) => new Set(specs.map(({ name }) => name)).size === specs.length, {
      error: 'names a property twice',
    }),
  status: z.enum(['active', 'withdrawn']).default('active'),
};

/** Rules between members: no choice takes the price out of its bounds. */
export function itemRules<Schema extends z.ZodType<Pick<ImportedItem, 'price' | 'property_specs'>>>(schema: Schema) {
  return schema
    .refine((item) => item.price + lowestDelta(item.property_specs) >= 0, {
      path: ['property_specs'],
      error: 'would make the price negative',
    })
    .refine((item) => item.price + highestDelta(item.property_specs) <= MAX_PRICE, {
      path: ['property_specs'],
      error: `would make the price higher than ${MAX_PRICE}`,
    });
}

const importForm = z.strictObject({ id: itemId, ...itemMembers });

export type ImportedItem = z.output<typeof importForm>;

export const importedItem = itemRules(importForm);

/** The most that the choices of an item can take off its price. */
function lowestDelta(specs: readonly PropertySpec[]): number {
  return specs.reduce((total, { values }) => total + Math.min(0, ...values.map(({ price_delta }) => price_delta)), 0);
}

/** The most that the choices of an item can add to its price. */
function highestDelta(specs: readonly PropertySpec[]): number {
  return specs.reduce((total, { values }) => total + Math.max(0, ...values.map(({ price_delta }) => price_delta)), 0);
}
