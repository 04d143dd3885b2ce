import { z } from 'zod';
import { CONDITIONS } from '../domain/shop/condition.js';
import { FULFILLMENT_TYPES } from '../domain/shop/item.js';
import { itemOptions, propertySpec } from './checkout.js';
import { amount, answer, pageOf } from './primitives.js';

/** Differences between the items of a product; absent if there are none (docs/catalog.md, Variants). */
export const varies = answer({
  options: z.array(answer({ name: z.string(), values: z.array(z.string()) })),
  min_price: amount('Minor units'),
  max_price: amount('Minor units'),
  items: z.int().describe('Items of the product that are on sale'),
});

export const AVAILABILITIES = ['in_stock', 'backorder', 'out_of_stock'] as const;

const availability = answer({
  status: z.enum(AVAILABILITIES),
  quantity: z.int().nullable().describe('Units left; null when not counted'),
  backorder_days: z
    .int()
    .optional()
    .describe('Days added to the promised delivery time of units that are not in stock'),
});

const sibling = answer({
  id: z.string(),
  options: itemOptions,
  price: amount('Minor units, before property deltas'),
  availability,
});

/** An item of the catalog (docs/search.md, An item). */
export const item = answer({
  id: z.string(),
  product_id: z.string().optional().describe('Id of the product, shared by its variants'),
  options: itemOptions.optional().describe('Options of this variant, such as the size M'),
  title: z.string(),
  description: z.string(),
  gtin: z.string().optional(),
  mpn: z.string().optional(),
  sku: z.string().optional(),
  condition: z.enum(CONDITIONS).optional().describe('Absent for new goods'),
  brand: z.string().optional(),
  categories: z.array(z.string()),
  keywords: z.array(z.string()),
  price: amount('Minor units, before property deltas'),
  currency: z.string(),
  image_url: z.string().optional(),
  images: z
    .array(answer({ url: z.string(), alt: z.string().optional() }))
    .optional()
    .describe('All images, if there is more to show than image_url'),
  fulfillment_types: z.array(z.enum(FULFILLMENT_TYPES)),
  availability,
  property_specs: z.array(propertySpec),
  varies: varies
    .optional()
    .describe('In a search, which returns one item per product: options and prices of all its items'),
  siblings: z.array(sibling).optional().describe('In get_item: the other items of the product'),
});

/** A note on a search (docs/search.md, Matching and ranking); the codes are part of the API. */
const searchMessage = answer({ type: z.literal('info'), code: z.string(), content: z.string() });

export interface SearchMessage {
  readonly type: 'info';
  readonly code: 'price_in_words' | 'price_filter' | 'words_replaced' | 'nearest_items' | 'nothing_found';
  readonly content: string;
}

/** A page of the catalog. */
export const catalogPage = pageOf(item).extend({
  messages: z.array(searchMessage).optional().describe('Notes on how the query was understood'),
});

export type ItemAnswer = z.infer<typeof item>;
