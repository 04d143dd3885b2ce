import { z } from 'zod';
import { FULFILLMENT_TYPES } from '../domain/shop/item.js';
import { propertySpec } from './checkout.js';
import { amount, answer } from './primitives.js';

/** An item of the catalog (docs/api.md, Catalog). */
export const item = answer({
  id: z.string(),
  title: z.string(),
  description: z.string(),
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

export type ItemAnswer = z.infer<typeof item>;
