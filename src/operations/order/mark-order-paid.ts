import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { markPaid, receivedAction } from '../../domain/order/mark-paid.js';
import { MAX_REFERENCE } from '../../domain/order/received-amount.js';
import { order, orderName } from '../../schema/order.js';
import { amount, dataOf, text } from '../../schema/primitives.js';
import { changeOrder } from './change-order.js';

export const markOrderPaid = defineOperation({
  name: 'mark_order_paid',
  title: 'Mark an order as paid',
  description:
    'Records that a pending payment, such as of an invoice, has arrived: all that is still owed, or an amount. The order is paid once nothing is owed.',
  scope: 'fulfillment',
  effect: 'write',
  idempotent: false,
  input: z.strictObject({
    order_id: orderName,
    amount: amount('Minor units; default: all that is owed').min(1).optional(),
    reference: text(MAX_REFERENCE, "The bank's reference; not for the buyer").optional(),
  }),
  inputErrors: { order_id: 'order_not_found' },
  output: dataOf(order),
  sample: ({ dueOrder }) => ({ order_id: dueOrder, amount: 500, reference: 'Transfer 2026-118' }),
  errors: ['order_not_found', 'order_not_payable', 'payment_exceeds_owed', 'limit_exceeded', 'version_conflict'],
  http: { method: 'post', path: '/api/commerce/orders/{id}/mark-paid', parts: { id: 'order_id' } },
  mcp: {
    description:
      'Record that a pending payment has arrived. Pass idempotency_key, so that a repeat adds no amount. Allowed while permitted_actions has mark_paid.',
  },
  handle: (context: Context<'view'>, { order_id, ...request }) =>
    changeOrder(context, order_id, {
      action: receivedAction,
      decide: (current) => markPaid(current, request, context.now),
    }),
});
