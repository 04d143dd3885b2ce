import { z } from 'zod';
import { shopSettings } from './shop.js';

/** The file of the demo shop in `db/demo`; its items and discounts have the forms of every shop's. */
export const demoShop = z.strictObject({ name: z.string(), description: z.string(), settings: shopSettings });
