import { z } from 'zod';
import { CONDITIONS } from '../domain/shop/condition.js';
import { isGtin } from '../domain/shop/gtin.js';
import { FULFILLMENT_TYPES, MAX_PRICE } from '../domain/shop/item.js';
import { applyItemChange, type ItemChange } from '../domain/shop/item-change.js';
import { codeText, importedLongText, importedText, linkUrl, text } from './primitives.js';

/** Item members as callers send them, with JSON types. Cells of files are converted before validation. */

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

const option = z.strictObject({ name: importedText(50), value: importedText(100) });

const image = z.strictObject({ url: linkUrl, alt: importedText(500).nullable().default(null) });

/** A list of names, from which duplicates are removed. */
const names = (most: number, what: string) =>
  z
    .array(importedText(100))
    .max(most)
    .overwrite((list) => [...new Set(list)])
    .describe(what);

const ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
const ID_ERROR = 'must be 1 to 64 letters, digits, ".", "_" and "-"';

export const itemId = z.string().regex(ID, { error: ID_ERROR });

export const stockUnits = z.int().min(-MAX_STOCK).max(MAX_STOCK).describe('Units left');

/** Maximum number of characters in a text, or of entries in a list, of an imported item. */
export const IMPORT_LIMITS = { title: 200, description: 5000, images: 20, categories: 20, keywords: 50 } as const;

/** Schema of each member. `item-change.ts` contains the defaults. */
const FORMS = {
  title: importedText(IMPORT_LIMITS.title),
  description: importedLongText(IMPORT_LIMITS.description),
  product_id: z.string().regex(ID, { error: ID_ERROR }).describe('Id of the product, shared by its variants'),
  options: z
    .array(option)
    .max(10)
    .refine((options) => new Set(options.map(({ name }) => name.toLowerCase())).size === options.length, {
      error: 'names an option twice',
    })
    .describe('Options of this variant, such as the size M'),
  gtin: codeText('must be 8, 12, 13 or 14 digits, the last of which is the check digit', isGtin).describe(
    'Global Trade Item Number',
  ),
  mpn: importedText(70).describe("The manufacturer's part number"),
  brand: importedText(100).describe('Who makes it'),
  sku: importedText(255).describe('Stock keeping unit of other systems'),
  condition: z.enum(CONDITIONS).describe('Buyers see it in the title of goods that are not new'),
  categories: names(IMPORT_LIMITS.categories, 'Categories that people know, such as "Kitchen"'),
  keywords: names(IMPORT_LIMITS.keywords, 'Other words for the item that people look for'),
  price: z.int().min(0).max(MAX_PRICE).describe('Minor units'),
  image_url: linkUrl.describe('The first of `images`'),
  images: z.array(image).max(IMPORT_LIMITS.images),
  fulfillment_types: z
    .array(z.enum(FULFILLMENT_TYPES))
    .min(1)
    .max(2)
    .refine((types) => !types.includes('digital') || types.length === 1, {
      error: 'digital cannot be combined with other types',
    })
    .refine((types) => new Set(types).size === types.length, { error: 'lists a type twice' }),
  backorder: z
    .strictObject({ days: z.int().min(1).max(365) })
    .describe('Allows selling below zero; days added to the promised delivery time of units that are not in stock'),
  weight_grams: z.int().min(0).max(MAX_WEIGHT),
  tax_category: z
    .string()
    .regex(/^[a-z][a-z0-9_-]{0,63}$/, { error: 'must contain only lower-case letters, digits, "_" and "-"' }),
  age_restricted: z.boolean(),
  minimum_age: z.int().min(1).max(99).describe('Years, for an age-restricted item; default 18'),
  property_specs: z
    .array(propertySpec)
    .max(20)
    .refine((specs) => new Set(specs.map(({ name }) => name)).size === specs.length, {
      error: 'names a property twice',
    }),
  status: z.enum(['active', 'withdrawn']),
};

const units = stockUnits.nullable().describe('Units left; null = not counted');

/** A complete item without its id, which may be in the path. Omitted members have their default values. */
export const itemMembers = {
  title: FORMS.title,
  description: FORMS.description.optional(),
  product_id: FORMS.product_id.nullish(),
  options: FORMS.options.optional(),
  gtin: FORMS.gtin.nullish(),
  mpn: FORMS.mpn.nullish(),
  brand: FORMS.brand.nullish(),
  sku: FORMS.sku.nullish(),
  condition: FORMS.condition.nullish(),
  categories: FORMS.categories.optional(),
  keywords: FORMS.keywords.optional(),
  price: FORMS.price,
  image_url: FORMS.image_url.nullish(),
  images: FORMS.images.optional(),
  fulfillment_types: FORMS.fulfillment_types,
  stock: units.optional(),
  backorder: FORMS.backorder.nullish(),
  weight_grams: FORMS.weight_grams.optional(),
  tax_category: FORMS.tax_category.optional(),
  age_restricted: FORMS.age_restricted.optional(),
  minimum_age: FORMS.minimum_age.nullish(),
  property_specs: FORMS.property_specs.optional(),
  status: FORMS.status.optional(),
};

/** Adds rules that relate the members of a complete item. */
export function itemRules<Schema extends z.ZodType<ItemChange>>(schema: Schema) {
  return schema.superRefine((item, context) => {
    const found = applyItemChange('', undefined, item);
    if ('problem' in found) context.addIssue({ code: 'custom', path: [found.member], message: found.problem });
  });
}

/** Members of an item that can be changed. Omitted members do not change; null resets a member to its default. */
export const itemChangeMembers = {
  title: FORMS.title.nullish(),
  description: FORMS.description.nullish(),
  product_id: FORMS.product_id.nullish(),
  options: FORMS.options.nullish(),
  gtin: FORMS.gtin.nullish(),
  mpn: FORMS.mpn.nullish(),
  brand: FORMS.brand.nullish(),
  sku: FORMS.sku.nullish(),
  condition: FORMS.condition.nullish(),
  categories: FORMS.categories.nullish(),
  keywords: FORMS.keywords.nullish(),
  price: FORMS.price.nullish(),
  image_url: FORMS.image_url.nullish(),
  images: FORMS.images.nullish(),
  fulfillment_types: FORMS.fulfillment_types.nullish(),
  backorder: FORMS.backorder.nullish(),
  weight_grams: FORMS.weight_grams.nullish(),
  tax_category: FORMS.tax_category.nullish(),
  age_restricted: FORMS.age_restricted.nullish(),
  minimum_age: FORMS.minimum_age.nullish(),
  property_specs: FORMS.property_specs.nullish(),
  status: FORMS.status.nullish(),
};

/** A row of an import: a new item, or changes to an existing one. */
export const importedItem = z.strictObject({ id: itemId, ...itemChangeMembers, stock: units.optional() });

export type ImportedItem = z.output<typeof importedItem> & ItemChange;
