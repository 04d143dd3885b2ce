import { z } from 'zod';
import { shopSettings } from './shop.js';

/** The demo shop's file in `db/demo`. Its items and discounts have the same forms as those of other shops. */
export const demoShop = z.strictObject({ name: z.string(), description: z.string(), settings: shopSettings });
