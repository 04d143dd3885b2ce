import { z } from 'zod';
import { defineOperation } from '../../calls/define.js';
import { authorOf } from '../../records/audit.js';
import { causeOf } from '../../records/stock-moves.js';
import { itemChangeMembers } from '../../schema/item-import.js';
import { dataOf, id } from '../../schema/primitives.js';
import { shopItem } from '../../schema/shop-item.js';
import { buildItemWrites, changedMembers, itemEvent } from './items.js';
import { applyChange, itemAnswer, ownItem } from './own-item.js';
import { ownShop } from './own-shop.js';

const STOCK_MOVES = 'moves with every sale, so it is not set here: use POST /api/shops/{id}/items/{item_id}/stock';

export const patchItem = defineOperation({
  name: 'patch_item',
  title: 'Change members of an item',
  description:
    'Changes the members that are sent, as a JSON Merge Patch (RFC 7396): null resets a member to its default; the others stay.',
  scope: 'items',
  effect: 'write',
  idempotent: true,
  input: z.strictObject({
    shop_id: id('Id of the shop'),
    item_id: id('Id of the item'),
    ...itemChangeMembers,
    stock: z.never({ error: STOCK_MOVES }).optional(),
  }),
  inputErrors: { shop_id: 'shop_not_found', item_id: 'shop_item_not_found' },
  output: dataOf(shopItem),
  sample: ({ shop, item }) => ({ shop_id: shop, item_id: item, price: 1750 }),
  errors: ['shop_not_found', 'shop_item_not_found', 'version_conflict'],
  http: {
    method: 'patch',
    path: '/api/shops/{id}/items/{item_id}',
    parts: { id: 'shop_id', item_id: 'item_id' },
    mergePatch: true,
  },
  handle: (context, { shop_id, item_id, stock: _stock, ...change }) =>
    context.update((rows) => {
      const shop = ownShop(rows, context, shop_id);
      const by = authorOf(context);
      const before = ownItem(rows, shop, item_id);
      context.expectVersion(before.item);
      const members = applyChange(rows, shop, item_id, before, change);
      const changed = changedMembers({ members, stock: undefined }, before);
      if (changed.length === 0) return { writes: [], answer: itemAnswer(before) };
      const saved = buildItemWrites(shop.id, { members, stock: undefined }, before, causeOf(by, 'correction'));
      const event = itemEvent(by, shop, item_id, 'item.updated', changed);
      return { writes: [...saved.writes, event], answer: itemAnswer(saved) };
    }),
});
