import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { notFoundError } from '../../domain/errors/portal-error.js';
import { orderWithReceipts } from '../../schema/order.js';
import { dataOf, id } from '../../schema/primitives.js';
import { orderAnswer } from '../order/order-receipts.js';
import { ownShop } from './own-shop.js';

export const getShopOrder = defineOperation({
  name: 'get_shop_order',
  title: "Get a shop's order",
  description:
    'Returns one order of a shop, from any of its deployments, with the job receipts about it. `permitted_actions` is empty: orders are changed with keys of their deployments.',
  scope: 'orders:read',
  effect: 'read',
  idempotent: true,
  input: z.strictObject({ shop_id: id('Id of the shop'), order_id: id('Id of the order') }),
  inputErrors: { shop_id: 'shop_not_found', order_id: 'order_not_found' },
  output: dataOf(orderWithReceipts),
  sample: ({ sellingShop, order }) => ({ shop_id: sellingShop, order_id: order }),
  errors: ['shop_not_found', 'order_not_found', 'version_conflict'],
  http: {
    method: 'get',
    path: '/api/shops/{id}/orders/{order_id}',
    parts: { id: 'shop_id', order_id: 'order_id' },
  },
  async handle(context: Context<'view' | 'lists'>, { shop_id, order_id }) {
    const { shop, order } = await context.read((rows) => {
      const shop = ownShop(rows, context, shop_id);
      const order = rows.get('order', order_id);
      if (order?.shop_id !== shop.id) throw notFoundError('order_not_found');
      context.expectVersion(order);
      return { shop, order };
    });
    return orderAnswer(context, order, shop);
  },
});
