import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { keysetPage } from '../../lists/keyset-page.js';
import type { Position } from '../../ports.js';
import { id, pageOf, paging } from '../../schema/primitives.js';
import { shopItem } from '../../schema/shop-item.js';
import { shopItemView } from '../../view/shop-item-view.js';
import { ownShop } from './own-shop.js';

export const listShopItems = defineOperation({
  name: 'list_shop_items',
  title: "List a shop's items",
  description: 'Lists the items of a shop, withdrawn ones included, in the import format, oldest first.',
  scope: 'items',
  effect: 'read',
  idempotent: true,
  input: z.strictObject({ shop_id: id('Id of the shop'), ...paging }),
  inputErrors: { shop_id: 'shop_not_found', cursor: 'invalid_cursor' },
  output: pageOf(shopItem),
  sample: ({ shop }) => ({ shop_id: shop }),
  errors: ['shop_not_found', 'invalid_cursor'],
  http: {
    method: 'get',
    path: '/api/shops/{id}/items',
    parts: { id: 'shop_id' },
    query: ['limit', 'cursor'],
    compressed: true,
  },
  async handle(context: Context<'lists'>, { shop_id, ...asked }) {
    const { page } = context.services.lists;
    await context.read((rows) => ownShop(rows, context, shop_id));
    const read = (after: Position | undefined, limit: number) => page('items', { shop_id }, after, limit);
    return keysetPage(context, ['shop items', shop_id], asked, read, shopItemView);
  },
});
