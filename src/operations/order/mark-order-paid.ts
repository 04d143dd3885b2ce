import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { markPaid } from '../../domain/order/actions.js';
import { order, orderName } from '../../schema/order.js';
import { dataOf } from '../../schema/primitives.js';
import { changeOrder } from './change-order.js';

export const markOrderPaid = defineOperation({
  name: 'mark_order_paid',
  title: 'Mark an order as paid',
  description: 'Records that a pending payment, such as of an invoice, has arrived.',
  scope: 'fulfillment',
  effect: 'write',
  idempotent: false,
  input: z.strictObject({ order_id: orderName }),
  inputErrors: { order_id: 'order_not_found' },
  output: dataOf(order),
  sample: ({ dueOrder }) => ({ order_id: dueOrder }),
  errors: ['order_not_found', 'order_not_payable', 'version_conflict'],
  http: { method: 'post', path: '/api/commerce/orders/{id}/mark-paid', parts: { id: 'order_id' } },
  mcp: {
    description:
      'Record that the payment of an order with payment_status pending has arrived. Allowed while permitted_actions has mark_paid.',
  },
  handle: (context: Context<'view'>, { order_id }) =>
    changeOrder(context, order_id, {
      action: 'order.paid',
      decide: (current) => markPaid(current, context.now),
    }),
});
