import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { createdPosition, pageBody, readCursor } from '../../lists/cursor.js';
import { discount } from '../../schema/discount.js';
import { id, pageOf, paging } from '../../schema/primitives.js';
import { discountViews } from './discounts.js';
import { ownShop } from './own-shop.js';

export const listDiscounts = defineOperation({
  name: 'list_discounts',
  title: 'List the discounts',
  description: 'The discounts of a shop, oldest first, each with the uses that are left.',
  scope: 'items',
  effect: 'read',
  idempotent: true,
  input: z.strictObject({ shop_id: id('Id of the shop'), ...paging }),
  inputErrors: { shop_id: 'shop_not_found', cursor: 'invalid_cursor' },
  output: pageOf(discount),
  sample: ({ shop }) => ({ shop_id: shop }),
  errors: ['shop_not_found', 'invalid_cursor'],
  http: { method: 'get', path: '/api/shops/{id}/discounts', parts: { id: 'shop_id' }, query: ['limit', 'cursor'] },
  async handle(context: Context<'lists'>, { shop_id, limit, cursor }) {
    const { page: list, cursorSecret } = context.services.lists;
    await context.read((rows) => ownShop(rows, context, shop_id));
    const named = ['discounts', shop_id];
    const page = await list('discounts', { shop_id }, readCursor(cursorSecret, named, cursor, createdPosition), limit);
    const data = await context.read((rows) => discountViews(rows, page.entries));
    return { body: pageBody(cursorSecret, named, data, page.next) };
  },
});
