import { z } from 'zod';
import { DISCOUNT_KINDS, type Discount, discountKey } from '../../domain/shop/discount.js';
import { once } from '../../domain/values/once.js';
import { amount, instant, maybe, stamps, text } from './forms.js';
import { SHOP_ID } from './owner-columns.js';
import { shop } from './shop.js';
import type { RemovableTable } from './table.js';

export const discount: RemovableTable<Discount> = {
  form: once(() =>
    z.strictObject({
      shop_id: text,
      code: text,
      title: text,
      kind: z.enum(DISCOUNT_KINDS),
      value_ppm: maybe(z.int()),
      amount: maybe(amount),
      item_ids: maybe(z.array(text)),
      option_ids: maybe(z.array(text)),
      minimum_subtotal: maybe(amount),
      starts_at: maybe(instant),
      ends_at: maybe(instant),
      max_uses: maybe(z.int()),
      once_per_buyer: z.boolean(),
      combinable: z.boolean(),
      automatic: z.boolean(),
      ...stamps,
    }),
  ),
  key: (row) => discountKey(row.shop_id, row.code),
  columns: { shop_id: SHOP_ID, automatic: { type: 'integer', changes: true, of: (row) => row.automatic } },
  after: [shop],
  cached: true,
  removable: true,
};
