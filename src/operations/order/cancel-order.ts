import { z } from 'zod';
import { defineOperation } from '../../calls/define.js';
import { cancel } from '../../domain/order/cancel.js';
import { restockWrites } from '../../payments/restock.js';
import { authorOf } from '../../records/audit.js';
import { order } from '../../schema/order.js';
import { dataOf, id, text } from '../../schema/primitives.js';
import { changeAndResolve } from './change-and-resolve.js';

export const cancelOrder = defineOperation({
  name: 'cancel_order',
  title: 'Cancel an order',
  description:
    'Cancels an order from which nothing was shipped, picked up or provisioned. Stock goes back; what was paid is refunded, and a payment that is due is voided.',
  scope: 'fulfillment',
  effect: 'destructive',
  idempotent: false,
  input: z.strictObject({
    order_id: id('Id of the order'),
    reason: text(500, 'Why, for the buyer').optional(),
  }),
  inputErrors: { order_id: 'order_not_found' },
  output: dataOf(order),
  sample: ({ order }) => ({ order_id: order, reason: 'Out of stock' }),
  errors: ['order_not_found', 'order_not_cancelable', 'version_conflict'],
  http: { method: 'post', path: '/api/commerce/orders/{id}/cancel', parts: { id: 'order_id' } },
  mcp: {
    description:
      'Cancel an order for good, while nothing has been shipped, picked up or provisioned. Stock goes back and the payment is refunded or voided. Allowed while permitted_actions has cancel.',
  },
  handle(context, { order_id, reason }) {
    const adjustmentId = context.ids.next('adj');
    return changeAndResolve(context, order_id, adjustmentId, {
      action: 'order.canceled',
      decide: (current) => cancel(current, reason, adjustmentId, context.now),
      alongside: (rows, before) => restockWrites(rows, before, authorOf(context)),
    });
  },
});
