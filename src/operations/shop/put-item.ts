import { z } from 'zod';
import { defineOperation } from '../../calls/define.js';
import { PortalError } from '../../domain/errors/portal-error.js';
import { authorOf } from '../../records/audit.js';
import { causeOf } from '../../records/stock-moves.js';
import { itemId, itemMembers, itemRules, stockUnits } from '../../schema/item-import.js';
import { dataOf, id } from '../../schema/primitives.js';
import { shopItem } from '../../schema/shop-item.js';
import { buildItemWrites, importedEvent, readStoredItem } from './items.js';
import { applyChange, assertStock, itemAnswer, stockRoute } from './own-item.js';
import { ownShop } from './own-shop.js';

export const putItem = defineOperation({
  name: 'put_item',
  title: 'Create or replace an item',
  description:
    'Creates the item with this id, or replaces all of it; an omitted member gets its default. Without `stock`, the stock of an existing item stays; to change it, also send `expected_stock`, its present stock.',
  scope: 'items',
  effect: 'write',
  idempotent: true,
  input: itemRules(
    z.strictObject({
      shop_id: id('Id of the shop'),
      item_id: itemId,
      ...itemMembers,
      expected_stock: stockUnits
        .nullable()
        .optional()
        .describe('Required with `stock` if the item exists: its stock as last read; null = not counted'),
    }),
  ),
  inputErrors: { shop_id: 'shop_not_found' },
  output: dataOf(shopItem),
  sample: ({ shop }) => ({
    shop_id: shop,
    item_id: 'bowl',
    title: 'Bowl',
    price: 1800,
    fulfillment_types: ['pickup' as const],
    stock: 12,
    expected_stock: null,
  }),
  errors: ['shop_not_found', 'version_conflict', 'stock_moved'],
  http: { method: 'put', path: '/api/shops/{id}/items/{item_id}', parts: { id: 'shop_id', item_id: 'item_id' } },
  handle: (context, { shop_id, item_id, expected_stock, stock, ...change }) =>
    context.update((rows) => {
      const shop = ownShop(rows, context, shop_id);
      const by = authorOf(context);
      const before = readStoredItem(rows, shop.id, item_id);
      context.expectVersion(before?.item);
      if (stock !== undefined && before && expected_stock === undefined) {
        const text = `stock: it moves with every sale; send expected_stock with it, or use ${stockRoute(shop, item_id)}`;
        throw new PortalError('invalid_request', text);
      }
      if (expected_stock !== undefined) assertStock(before?.stock ?? null, expected_stock, 'expected_stock');
      const members = applyChange(rows, shop, item_id, undefined, { ...change, stock });
      const saved = buildItemWrites(shop.id, { members, stock }, before, causeOf(by, 'correction'));
      return { writes: [...saved.writes, importedEvent(by, shop)], answer: itemAnswer(saved) };
    }),
});
