import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { required } from '../../domain/values/required.js';
import { orderName, orderWithReceipts } from '../../schema/order.js';
import { dataOf } from '../../schema/primitives.js';
import { ownOrder } from './change-order.js';
import { orderAnswer } from './order-receipts.js';

export const getOrder = defineOperation({
  name: 'get_order',
  title: 'Get an order',
  description: 'One order, by id, with the job receipts about it.',
  scope: 'commerce',
  effect: 'read',
  idempotent: true,
  input: z.strictObject({ order_id: orderName }),
  inputErrors: { order_id: 'order_not_found' },
  output: dataOf(orderWithReceipts),
  sample: ({ order }) => ({ order_id: order }),
  errors: ['order_not_found', 'version_conflict'],
  http: { method: 'get', path: '/api/commerce/orders/{id}', parts: { id: 'order_id' } },
  mcp: {
    description:
      'Read an order: status, payment_status, what was promised, and permitted_actions (what you may do now). Order ids are in order.id of a completed checkout and in list_orders.',
  },
  async handle(context: Context<'view' | 'lists'>, { order_id }) {
    const { order, shop } = await context.read((rows) => {
      const order = ownOrder(rows, context, order_id);
      return { order, shop: required(rows.get('shop', order.shop_id), 'shop') };
    });
    return orderAnswer(context, order, shop);
  },
});
