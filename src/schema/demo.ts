import { z } from 'zod';
import { shopSettings } from './shop.js';

/** The files of the demo shop in `db/demo`. */

export const demoShop = z.strictObject({ name: z.string(), description: z.string(), settings: shopSettings });

export const demoDiscounts = z.array(
  z.strictObject({
    code: z.string(),
    title: z.string(),
    kind: z.enum(['percent', 'fixed', 'free_shipping']),
    value_ppm: z.int().min(1).max(1_000_000).exactOptional(),
    amount: z.int().min(1).exactOptional(),
    item_ids: z.array(z.string()).exactOptional(),
    minimum_subtotal: z.int().min(0).exactOptional(),
    max_uses: z.int().min(1).exactOptional(),
    combinable: z.boolean(),
  }),
);
