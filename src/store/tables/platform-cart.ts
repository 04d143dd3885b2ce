import { z } from 'zod';
import type { PlatformCart } from '../../domain/checkout/platform-cart.js';
import { once } from '../../domain/values/once.js';
import { buyer, instant, lines, maybe, platformPart, stamps, text } from './forms.js';
import { idOf, SHOP_ID } from './owner-columns.js';
import { shop } from './shop.js';
import type { RemovableTable } from './table.js';

export const platform_cart: RemovableTable<PlatformCart> = {
  form: once(() =>
    z.strictObject({
      id: text,
      shop_id: text,
      deployment_id: text,
      platform: platformPart(),
      lines: lines(),
      discount_codes: z.array(text),
      buyer: maybe(buyer()),
      buyer_key: maybe(text),
      checkout_id: maybe(text),
      expires_at: instant,
      ...stamps,
    }),
  ),
  key: idOf,
  columns: { shop_id: SHOP_ID, expires_at: { type: 'integer', changes: true, of: (row) => row.expires_at } },
  after: [shop],
  cached: false,
  removable: true,
};
