import { z } from 'zod';
import { defineOperation } from '../../calls/define.js';
import { discount } from '../../schema/discount.js';
import { dataOf, id } from '../../schema/primitives.js';
import { countRemainingUses } from './discounts.js';
import { discountAnswer, ownDiscount } from './own-discount.js';
import { ownShop } from './own-shop.js';

export const getDiscount = defineOperation({
  name: 'get_discount',
  title: 'Get a discount',
  description: 'One discount of a shop, with the uses that are left.',
  scope: 'items',
  effect: 'read',
  idempotent: true,
  input: z.strictObject({ shop_id: id('Id of the shop'), code: id('Code of the discount') }),
  inputErrors: { shop_id: 'shop_not_found', code: 'discount_not_found' },
  output: dataOf(discount),
  sample: ({ shop, discount }) => ({ shop_id: shop, code: discount }),
  errors: ['shop_not_found', 'discount_not_found', 'version_conflict'],
  http: { method: 'get', path: '/api/shops/{id}/discounts/{code}', parts: { id: 'shop_id', code: 'code' } },
  handle: (context, { shop_id, code }) =>
    context.read((rows) => {
      const row = ownDiscount(rows, ownShop(rows, context, shop_id), code);
      context.expectVersion(row);
      return discountAnswer(row, countRemainingUses(rows, row));
    }),
});
