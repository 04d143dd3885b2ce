import { z } from 'zod';
import { currency, id, itemOptions, methodType, price, propertySpec } from './shared-contract.js';

const availability = z.strictObject({
  status: z.enum(['in_stock', 'backorder', 'out_of_stock']),
  quantity: z.int().nonnegative().nullable(),
  backorder_days: z.int().min(1).optional(),
});

/**
 * An item in a list or by itself (docs/search.md, An item). `image_url` is optional, as in the API document, Item.
 */
export const item = z.strictObject({
  id,
  title: z.string().min(1),
  description: z.string(),
  brand: z.string().optional(),
  sku: z.string().optional(),
  condition: z.enum(['refurbished', 'used']).optional(),
  categories: z.array(z.string()),
  keywords: z.array(z.string()),
  price,
  currency,
  image_url: z.string().optional(),
  product_id: z.string().optional(),
  options: itemOptions.optional(),
  gtin: z.string().optional(),
  mpn: z.string().optional(),
  images: z.array(z.strictObject({ url: z.url(), alt: z.string().optional() })).optional(),
  fulfillment_types: z.array(methodType),
  availability,
  property_specs: z.array(propertySpec),
  /**
   * docs/catalog.md, Variants: in lists, `varies` summarizes the options and prices of the product's items; a single
   * item has its `siblings` instead.
   */
  varies: z
    .strictObject({
      options: z.array(z.strictObject({ name: z.string(), values: z.array(z.string()).min(1) })),
      min_price: price,
      max_price: price,
      items: z.int().min(2),
    })
    .optional(),
  siblings: z.array(z.strictObject({ id, options: itemOptions, price, availability })).optional(),
});

/** A paged list (docs/api.md, HTTP). `pagination` is present only if there is a next page. */
export const itemList = z.strictObject({
  data: z.array(item),
  pagination: z.strictObject({ cursor: z.string().min(1) }).optional(),
  messages: z.array(z.strictObject({ type: z.literal('info'), code: z.string(), content: z.string() })).optional(),
});
