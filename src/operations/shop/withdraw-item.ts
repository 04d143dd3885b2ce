import { z } from 'zod';
import { defineOperation } from '../../calls/define.js';
import { authorOf } from '../../records/audit.js';
import { causeOf } from '../../records/stock-moves.js';
import { dataOf, id } from '../../schema/primitives.js';
import { shopItem } from '../../schema/shop-item.js';
import { buildItemWrites, itemEvent } from './items.js';
import { applyChange, itemAnswer, ownItem } from './own-item.js';
import { ownShop } from './own-shop.js';

export const withdrawItem = defineOperation({
  name: 'withdraw_item',
  title: 'Withdraw an item',
  description:
    'Takes an item off sale: its status becomes `withdrawn`, and it is not found or sold any more. Orders keep it, and it can be put back on sale.',
  scope: 'items',
  effect: 'destructive',
  idempotent: true,
  input: z.strictObject({ shop_id: id('Id of the shop'), item_id: id('Id of the item') }),
  inputErrors: { shop_id: 'shop_not_found', item_id: 'shop_item_not_found' },
  output: dataOf(shopItem),
  sample: ({ shop, item }) => ({ shop_id: shop, item_id: item }),
  errors: ['shop_not_found', 'shop_item_not_found', 'version_conflict'],
  http: { method: 'delete', path: '/api/shops/{id}/items/{item_id}', parts: { id: 'shop_id', item_id: 'item_id' } },
  handle: (context, { shop_id, item_id }) =>
    context.update((rows) => {
      const shop = ownShop(rows, context, shop_id);
      const by = authorOf(context);
      const before = ownItem(rows, shop, item_id);
      context.expectVersion(before.item);
      if (before.item.status === 'withdrawn') return { writes: [], answer: itemAnswer(before) };
      const members = applyChange(rows, shop, item_id, before, { status: 'withdrawn' });
      const saved = buildItemWrites(shop.id, { members, stock: undefined }, before, causeOf(by, 'correction'));
      const event = itemEvent(by, shop, item_id, 'item.withdrawn', ['status']);
      return { writes: [...saved.writes, event], answer: itemAnswer(saved) };
    }),
});
