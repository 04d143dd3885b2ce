import { z } from 'zod';
import { defineOperation } from '../../calls/define.js';
import { dataOf, id } from '../../schema/primitives.js';
import { shopItem } from '../../schema/shop-item.js';
import { itemAnswer, ownItem } from './own-item.js';
import { ownShop } from './own-shop.js';

export const getShopItem = defineOperation({
  name: 'get_shop_item',
  title: "Get a shop's item",
  description: 'Returns one item of a shop, on sale or withdrawn, in the import format with its stock.',
  scope: 'items',
  effect: 'read',
  idempotent: true,
  input: z.strictObject({ shop_id: id('Id of the shop'), item_id: id('Id of the item') }),
  inputErrors: { shop_id: 'shop_not_found', item_id: 'shop_item_not_found' },
  output: dataOf(shopItem),
  sample: ({ shop, item }) => ({ shop_id: shop, item_id: item }),
  errors: ['shop_not_found', 'shop_item_not_found', 'version_conflict'],
  http: { method: 'get', path: '/api/shops/{id}/items/{item_id}', parts: { id: 'shop_id', item_id: 'item_id' } },
  handle: (context, { shop_id, item_id }) =>
    context.read((rows) => {
      const found = ownItem(rows, ownShop(rows, context, shop_id), item_id);
      context.expectVersion(found.item);
      return itemAnswer(found);
    }),
});
