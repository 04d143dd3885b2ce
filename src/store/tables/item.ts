import { z } from 'zod';
import { FULFILLMENT_TYPES, type Item, itemKey } from '../../domain/shop/item.js';
import { once } from '../../domain/values/once.js';
import { amount, itemOptions, maybe, stamps, text } from './forms.js';
import { SHOP_ID } from './owner-columns.js';
import { shop } from './shop.js';
import type { PermanentTable } from './table.js';

export const item: PermanentTable<Item> = {
  form: once(() =>
    z.strictObject({
      shop_id: text,
      id: text,
      product_id: text.nullable(),
      options: itemOptions(),
      title: text,
      description: text,
      gtin: text.nullable(),
      mpn: text.nullable(),
      brand: text.nullable(),
      sku: maybe(text),
      condition: maybe(z.enum(['refurbished', 'used'])),
      categories: z.array(text),
      keywords: z.array(text),
      price: amount,
      image_url: text.nullable(),
      images: z.array(z.strictObject({ url: text, alt: text.nullable() })),
      backorder: z.strictObject({ days: z.int() }).nullable(),
      fulfillment_types: z.array(z.enum(FULFILLMENT_TYPES)),
      weight_grams: z.number(),
      tax_category: text,
      age_restricted: z.boolean(),
      minimum_age: maybe(z.number()),
      property_specs: z.array(
        z.strictObject({
          name: text,
          required: z.boolean(),
          description: text,
          values: z.array(z.strictObject({ value: text, price_delta: amount, description: text })),
        }),
      ),
      counted: z.boolean(),
      status: z.enum(['active', 'withdrawn']),
      ...stamps,
    }),
  ),
  key: (row) => itemKey(row.shop_id, row.id),
  columns: {
    shop_id: SHOP_ID,
    status: { type: 'text', changes: true, of: (row) => row.status },
    price: { type: 'integer', changes: true, of: (row) => row.price },
    product_id: { type: 'text', nullable: true, changes: true, of: (row) => row.product_id },
    options: { type: 'text', changes: true, of: (row) => JSON.stringify(row.options) },
  },
  filled: { seq: { type: 'integer' } },
  after: [shop],
  cached: true,
  move: { by: ['seq'] },
  removable: false,
};
