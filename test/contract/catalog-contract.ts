import { z } from 'zod';
import { currency, id, methodType, price, propertySpec } from './shared-contract.js';

/** design 4.2, last line: an item in lists and alone; `image_url` stays optional as in the API document, Item. */
export const item = z.strictObject({
  id,
  title: z.string().min(1),
  description: z.string(),
  brand: z.string().optional(),
  categories: z.array(z.string()),
  keywords: z.array(z.string()),
  price,
  currency,
  image_url: z.string().optional(),
  fulfillment_types: z.array(methodType),
  availability: z.strictObject({
    status: z.enum(['in_stock', 'out_of_stock']),
    quantity: z.int().nonnegative().nullable(),
  }),
  property_specs: z.array(propertySpec),
});

/** design 4 and 4.2: a paged list; `pagination` stands only when there is a next page. */
export const itemList = z.strictObject({
  data: z.array(item),
  pagination: z.strictObject({ cursor: z.string().min(1) }).optional(),
  messages: z.array(z.strictObject({ type: z.literal('info'), code: z.string(), content: z.string() })).optional(),
});
