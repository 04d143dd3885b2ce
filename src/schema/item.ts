import { z } from 'zod';
import { FULFILLMENT_TYPES } from '../domain/shop/item.js';
import { propertySpec } from './checkout.js';
import { amount, answer, pageOf } from './primitives.js';

/** An item of the catalog (docs/api.md, Catalog). */
export const item = answer({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  brand: z.string().optional(),
  categories: z.array(z.string()),
  keywords: z.array(z.string()),
  price: amount('Minor units, before property deltas'),
  currency: z.string(),
  image_url: z.string().optional(),
  fulfillment_types: z.array(z.enum(FULFILLMENT_TYPES)),
  availability: answer({
    status: z.enum(['in_stock', 'out_of_stock']),
    quantity: z.int().nullable().describe('Units left; null when not counted'),
  }),
  property_specs: z.array(propertySpec),
});

/** What to know of a search (docs/catalog.md, Search); the codes are part of the API. */
const searchMessage = answer({ type: z.literal('info'), code: z.string(), content: z.string() });

export interface SearchMessage {
  readonly type: 'info';
  readonly code: 'price_in_words' | 'words_replaced' | 'nearest_items' | 'nothing_found';
  readonly content: string;
}

/** A page of the catalog. */
export const catalogPage = pageOf(item).extend({
  messages: z.array(searchMessage).optional().describe('How the query was taken, where it matters'),
});

export type ItemAnswer = z.infer<typeof item>;
