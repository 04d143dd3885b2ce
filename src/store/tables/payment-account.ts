import { z } from 'zod';
import { type ShopAccount, shopAccountKey } from '../../domain/payment/shop-account.js';
import { once } from '../../domain/values/once.js';
import { instant, stamps, text } from './forms.js';
import { SHOP_ID } from './owner-columns.js';
import { shop } from './shop.js';
import type { RemovableTable } from './table.js';

export const payment_account: RemovableTable<ShopAccount> = {
  form: once(() =>
    z.strictObject({
      organization_id: text,
      shop_id: text,
      handler_id: text,
      settings: z.record(text, text),
      sealed: z.record(text, text),
      replaced: z.record(text, z.strictObject({ sealed: text, expires_at: instant })),
      test: z.boolean(),
      ...stamps,
    }),
  ),
  key: shopAccountKey,
  columns: { shop_id: SHOP_ID },
  after: [shop],
  cached: false,
  removable: true,
};
