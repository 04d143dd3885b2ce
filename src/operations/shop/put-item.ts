import { z } from 'zod';
import { defineOperation } from '../../calls/define.js';
import { itemKey } from '../../domain/shop/item.js';
import { authorOf } from '../../records/audit.js';
import { itemId, itemMembers, itemRules } from '../../schema/item-import.js';
import { dataOf, id } from '../../schema/primitives.js';
import { shopItem } from '../../schema/shop-item.js';
import { shopItemView } from '../../view/shop-item-view.js';
import { importedEvent, savedItem } from './items.js';
import { ownShop } from './own-shop.js';

export const putItem = defineOperation({
  name: 'put_item',
  title: 'Create or replace an item',
  description: 'Creates the item with this id, or replaces all of it; a member that is left out takes its default.',
  scope: 'shops',
  effect: 'write',
  idempotent: true,
  input: itemRules(z.strictObject({ shop_id: id('Id of the shop'), item_id: itemId, ...itemMembers })),
  inputErrors: { shop_id: 'shop_not_found' },
  output: dataOf(shopItem),
  sample: ({ shop }) => ({
    shop_id: shop,
    item_id: 'bowl',
    title: 'Bowl',
    price: 1800,
    fulfillment_types: ['pickup' as const],
    stock: 12,
  }),
  errors: ['shop_not_found', 'version_conflict'],
  http: { method: 'put', path: '/api/shops/{id}/items/{item_id}', parts: { id: 'shop_id', item_id: 'item_id' } },
  handle: (context, { shop_id, item_id, ...members }) =>
    context.update((rows) => {
      const shop = ownShop(rows, context, shop_id);
      const by = authorOf(context);
      const before = rows.get('item', itemKey(shop.id, item_id));
      context.expectVersion(before);
      const { item, writes } = savedItem(shop.id, { id: item_id, ...members }, before, by.now);
      const { stock } = members;
      return {
        writes: [...writes, importedEvent(by, shop)],
        answer: { body: { data: shopItemView({ item, stock }) }, version: item.version },
      };
    }),
});
