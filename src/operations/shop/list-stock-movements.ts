import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { itemKey } from '../../domain/shop/item.js';
import { positionedPage } from '../../lists/keyset-page.js';
import { id, pageOf, paging } from '../../schema/primitives.js';
import { stockMovement } from '../../schema/stock-movement.js';
import { movementView } from '../../view/movement-view.js';
import { ownItem } from './own-item.js';
import { ownShop } from './own-shop.js';

const position = z.object({ seq: z.int() });

export const listStockMovements = defineOperation({
  name: 'list_stock_movements',
  title: 'List the movements of stock',
  description:
    'The ledger of an item, newest first: every sale, cancellation, return and correction, with the stock after it. Their units add up to `stock`.',
  scope: 'items',
  effect: 'read',
  idempotent: true,
  input: z.strictObject({ shop_id: id('Id of the shop'), item_id: id('Id of the item'), ...paging }),
  inputErrors: { shop_id: 'shop_not_found', item_id: 'shop_item_not_found', cursor: 'invalid_cursor' },
  output: pageOf(stockMovement),
  sample: ({ shop, item }) => ({ shop_id: shop, item_id: item }),
  errors: ['shop_not_found', 'shop_item_not_found', 'version_conflict', 'invalid_cursor'],
  http: {
    compressed: true,
    method: 'get',
    path: '/api/shops/{id}/items/{item_id}/stock',
    parts: { id: 'shop_id', item_id: 'item_id' },
    query: ['limit', 'cursor'],
  },
  async handle(context: Context<'lists'>, { shop_id, item_id, limit, cursor }) {
    await context.read((rows) => context.expectVersion(ownItem(rows, ownShop(rows, context, shop_id), item_id).item));
    const item = itemKey(shop_id, item_id);
    const read = (after: z.output<typeof position> | undefined, most: number) =>
      context.services.lists.page('stock_movements', { item }, after, most);
    return positionedPage(context, position, ['stock movements', item], { limit, cursor }, read, movementView);
  },
});
