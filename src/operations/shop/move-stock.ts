import { z } from 'zod';
import { defineOperation } from '../../calls/define.js';
import { authorOf } from '../../records/audit.js';
import { stockUnits } from '../../schema/item-import.js';
import { dataOf, id, text } from '../../schema/primitives.js';
import { shopItem } from '../../schema/shop-item.js';
import { itemAnswer, ownItem } from './own-item.js';
import { ownShop } from './own-shop.js';
import { correctStock } from './stock.js';

const input = z
  .strictObject({
    shop_id: id('Id of the shop'),
    item_id: id('Id of the item'),
    by: stockUnits
      .refine((units) => units !== 0, { error: 'must not be 0' })
      .optional()
      .describe('Units that came in, or are gone when negative'),
    reason: text(500, 'Why, for the ledger; required with `by`').optional(),
    to: stockUnits.nullable().optional().describe('Units as they were counted; null = they are not counted any more'),
    expected: stockUnits.nullable().optional().describe('With `to`: the units that the caller has read'),
  })
  .refine(({ by, to }) => (by === undefined) !== (to === undefined), {
    path: ['by'],
    error: 'send either by with reason, or to with expected',
  })
  .refine(({ by, reason }) => by === undefined || reason !== undefined, {
    path: ['reason'],
    error: 'is required with by',
  })
  .refine(({ to, expected }) => (to === undefined) === (expected === undefined), {
    path: ['expected'],
    error: 'is required with to, and only allowed there',
  });

export const moveStock = defineOperation({
  name: 'move_stock',
  title: 'Correct the stock of an item',
  description:
    'Changes the stock of an item `by` a number of units, with a reason, or `to` a counted number if `expected` is the current stock. Each movement is a line of the ledger.',
  scope: 'items',
  effect: 'write',
  idempotent: false,
  input,
  inputErrors: { shop_id: 'shop_not_found', item_id: 'shop_item_not_found' },
  output: dataOf(shopItem),
  sample: ({ shop, item }) => ({ shop_id: shop, item_id: item, by: 20, reason: 'Delivery from the potter' }),
  errors: [
    'shop_not_found',
    'shop_item_not_found',
    'version_conflict',
    'stock_moved',
    'stock_not_counted',
    'stock_below_zero',
  ],
  http: { method: 'post', path: '/api/shops/{id}/items/{item_id}/stock', parts: { id: 'shop_id', item_id: 'item_id' } },
  handle: (context, { shop_id, item_id, ...correction }) =>
    context.update((rows) => {
      const shop = ownShop(rows, context, shop_id);
      const before = ownItem(rows, shop, item_id);
      context.expectVersion(before.item);
      const saved = correctStock(authorOf(context), shop, before, correction);
      return { writes: saved.writes, answer: itemAnswer(saved) };
    }),
});
