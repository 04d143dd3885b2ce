import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { keysetPage } from '../../lists/keyset-page.js';
import type { Position } from '../../ports.js';
import { requestedOrder } from '../../schema/order.js';
import { id, pageOf, paging } from '../../schema/primitives.js';
import { requestedOrderView } from '../../view/requested-order-view.js';
import { ownShop } from './own-shop.js';

export const listOrderRequests = defineOperation({
  name: 'list_order_requests',
  title: "List the requests of a shop's buyers",
  description: 'Orders of a shop with requests that wait for the merchant, the oldest request first.',
  scope: 'orders:read',
  effect: 'read',
  idempotent: true,
  input: z.strictObject({ shop_id: id('Id of the shop'), ...paging }),
  inputErrors: { shop_id: 'shop_not_found', cursor: 'invalid_cursor' },
  output: pageOf(requestedOrder),
  sample: ({ sellingShop }) => ({ shop_id: sellingShop, limit: 5 }),
  errors: ['shop_not_found', 'invalid_cursor'],
  http: {
    method: 'get',
    path: '/api/shops/{id}/order-requests',
    parts: { id: 'shop_id' },
    query: ['limit', 'cursor'],
  },
  async handle(context: Context<'lists'>, { shop_id, ...page }) {
    await context.read((rows) => ownShop(rows, context, shop_id));
    const read = (after: Position | undefined, most: number) =>
      context.services.lists.page('requested_orders', { shop_id }, after, most);
    return keysetPage(context, ['order requests', shop_id], page, read, requestedOrderView);
  },
});
