import { z } from 'zod';
import { SHOP_SETTING_KINDS } from '../domain/values/notice-kinds.js';

/** Maximum addresses of a shop's staff. Each gets its own mail. */
const MAX_STAFF = 5;
/** Units. */
const MAX_LOW_STOCK = 1_000_000;

/** A shop's settings for notices by mail. */
export const shopMail = z.strictObject({
  from: z.email().max(254).exactOptional(),
  reply_to: z.email().max(254).exactOptional(),
  staff: z.array(z.email().max(254)).max(MAX_STAFF).exactOptional(),
  low_stock: z.int().min(1).max(MAX_LOW_STOCK).exactOptional(),
  disabled: z
    .array(z.enum(SHOP_SETTING_KINDS))
    .max(SHOP_SETTING_KINDS.length)
    .refine((kinds) => new Set(kinds).size === kinds.length, { error: 'names a notice twice' })
    .exactOptional(),
});
