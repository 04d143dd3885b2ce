import { z } from 'zod';
import { defineOperation } from '../../calls/define.js';
import { authorOf } from '../../records/audit.js';
import { discount } from '../../schema/discount.js';
import { dataOf, id } from '../../schema/primitives.js';
import { countRemainingUses, deleteDiscount as remove } from './discounts.js';
import { discountAnswer, ownDiscount } from './own-discount.js';
import { ownShop } from './own-shop.js';

export const deleteDiscount = defineOperation({
  name: 'delete_discount',
  title: 'Delete a discount',
  description: 'Deletes a discount and answers it as it was. Carts that have its code show that the shop ended it.',
  scope: 'items',
  effect: 'destructive',
  idempotent: false,
  input: z.strictObject({ shop_id: id('Id of the shop'), code: id('Code of the discount') }),
  inputErrors: { shop_id: 'shop_not_found', code: 'discount_not_found' },
  output: dataOf(discount),
  sample: ({ shop, discount }) => ({ shop_id: shop, code: discount }),
  errors: ['shop_not_found', 'discount_not_found', 'version_conflict'],
  http: { method: 'delete', path: '/api/shops/{id}/discounts/{code}', parts: { id: 'shop_id', code: 'code' } },
  handle: (context, { shop_id, code }) =>
    context.update((rows) => {
      const shop = ownShop(rows, context, shop_id);
      const row = ownDiscount(rows, shop, code);
      context.expectVersion(row);
      const { body } = discountAnswer(row, countRemainingUses(rows, row));
      return { writes: remove(authorOf(context), shop, row), answer: { body } };
    }),
});
