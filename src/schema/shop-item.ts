import { z } from 'zod';
import { CONDITIONS } from '../domain/shop/condition.js';
import { FULFILLMENT_TYPES } from '../domain/shop/item.js';
import { itemOptions, propertySpec } from './checkout.js';
import { amount, answer, dateTime } from './primitives.js';

/** An item as returned to its merchant: the import format with stock and times. */
export const shopItem = answer({
  id: z.string(),
  product_id: z.string().nullable().describe('Id of the product, shared by its variants'),
  options: itemOptions,
  title: z.string(),
  description: z.string(),
  gtin: z.string().nullable(),
  mpn: z.string().nullable(),
  brand: z.string().nullable(),
  sku: z.string().nullable(),
  condition: z.enum(CONDITIONS),
  categories: z.array(z.string()),
  keywords: z.array(z.string()),
  price: amount('Minor units, before property deltas'),
  image_url: z.string().nullable().describe('The first of `images`'),
  images: z.array(answer({ url: z.string(), alt: z.string().nullable() })),
  fulfillment_types: z.array(z.enum(FULFILLMENT_TYPES)),
  stock: z.int().nullable().describe('Units left; null = not counted'),
  backorder: answer({ days: z.int() })
    .nullable()
    .describe('Allows selling below zero; days added to the promised delivery time of units that are not in stock'),
  weight_grams: z.int(),
  tax_category: z.string(),
  age_restricted: z.boolean(),
  minimum_age: z.int().nullable().describe('Years, for an age-restricted item; null = 18'),
  property_specs: z.array(propertySpec),
  status: z.enum(['active', 'withdrawn']),
  created_at: dateTime('When it was created'),
  updated_at: dateTime('When it was last changed; sales do not count'),
});

export type ShopItemAnswer = z.output<typeof shopItem>;

/** A rejected row of an import, with the reason. */
export const rowProblem = answer({
  row: z.int().describe('Counted from 1'),
  id: z.string().describe('As it was sent; empty when it was not a string'),
  problem: z.string(),
});
