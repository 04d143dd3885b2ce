import { z } from 'zod';
import { defineOperation } from '../../calls/define.js';
import { discountKey } from '../../domain/shop/discount.js';
import { authorOf } from '../../records/audit.js';
import { discount, discountCode, discountMembers, discountRules } from '../../schema/discount.js';
import { dataOf, id } from '../../schema/primitives.js';
import { putDiscount as put } from './discounts.js';
import { discountAnswer } from './own-discount.js';
import { ownShop } from './own-shop.js';

export const putDiscount = defineOperation({
  name: 'put_discount',
  title: 'Create or replace a discount',
  description: 'Creates the discount with this code, or replaces all of it; earlier uses keep counting.',
  scope: 'items',
  effect: 'write',
  idempotent: true,
  input: discountRules(z.strictObject({ shop_id: id('Id of the shop'), code: discountCode, ...discountMembers })),
  inputErrors: { shop_id: 'shop_not_found' },
  output: dataOf(discount),
  sample: ({ shop, item }) => ({
    shop_id: shop,
    code: 'SUMMER',
    title: 'A tenth off in summer',
    kind: 'percent' as const,
    value_ppm: 100_000,
    item_ids: [item],
  }),
  errors: ['shop_not_found', 'item_not_found', 'limit_exceeded', 'version_conflict'],
  http: { method: 'put', path: '/api/shops/{id}/discounts/{code}', parts: { id: 'shop_id', code: 'code' } },
  handle: (context, { shop_id, code, ...terms }) =>
    context.update((rows) => {
      const shop = ownShop(rows, context, shop_id);
      context.expectVersion(rows.get('discount', discountKey(shop.id, code)));
      const { row, usesLeft, writes } = put(rows, authorOf(context), shop, code, terms);
      return { writes, answer: discountAnswer(row, usesLeft) };
    }),
});
