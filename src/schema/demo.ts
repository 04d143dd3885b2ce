import { z } from 'zod';
import { shopSettings } from './shop.js';

/** The file `db/demo/shop.json`. The files of the demo's items and discounts have the same forms as for other shops. */
export const demoShop = z.strictObject({ name: z.string(), description: z.string(), settings: shopSettings });
