import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { cancel } from '../../domain/order/cancel.js';
import { captureShipped } from '../../domain/order/capture.js';
import { restockWrites, unitsToRestock } from '../../payments/restock.js';
import { authorOf } from '../../records/audit.js';
import { order, orderLinesInput, orderName, reasonVisible } from '../../schema/order.js';
import { dataOf, text } from '../../schema/primitives.js';
import { changeAndResolve } from './change-and-resolve.js';

export const cancelOrder = defineOperation({
  name: 'cancel_order',
  title: 'Cancel an order',
  description:
    'Cancels units that have not left the shop, or the whole order while nothing has. Their price is refunded or, before payment or capture, no longer owed; a payment with nothing left to pay is voided.',
  scope: 'fulfillment',
  effect: 'destructive',
  idempotent: false,
  input: z.strictObject({
    order_id: orderName,
    line_items: orderLinesInput.optional().describe('Units to cancel; default the whole order'),
    reason: text(500, 'Why').optional(),
    visible: reasonVisible,
    restock: z.boolean().default(true).describe('Back on sale'),
  }),
  inputErrors: { order_id: 'order_not_found' },
  output: dataOf(order),
  sample: ({ order }) => ({ order_id: order, reason: 'Out of stock' }),
  errors: ['order_not_found', 'order_not_cancelable', 'capture_in_progress', 'limit_exceeded', 'version_conflict'],
  http: { method: 'post', path: '/api/commerce/orders/{id}/cancel', parts: { id: 'order_id' } },
  mcp: {
    description:
      'Cancel an order, or units of it that were not shipped, for good. Stock goes back and the payment is refunded or voided. Allowed while permitted_actions has cancel.',
  },
  handle(context: Context<'view' | 'payments'>, { order_id, restock, ...request }) {
    const adjustmentId = context.ids.next('adj');
    const capture = { id: context.ids.next('cap') };
    return changeAndResolve(context, order_id, {
      action: request.line_items ? 'order.units_canceled' : 'order.canceled',
      decide: (current) =>
        captureShipped(current, cancel(current, request, adjustmentId, context.now), capture, context.now),
      alongside: (rows, before, after) =>
        restock ? restockWrites(rows, after, unitsToRestock(before, after), 'give_back', authorOf(context)) : [],
    });
  },
});
