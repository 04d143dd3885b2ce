import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { adjust, findRequestProblem } from '../../domain/order/adjust.js';
import { REQUESTED_TYPES } from '../../domain/order/adjustment.js';
import { captureShipped } from '../../domain/order/capture.js';
import { restockedUnits, restockWrites, unitsToRestock } from '../../payments/restock.js';
import { authorOf } from '../../records/audit.js';
import { order, orderLinesInput, orderName, reasonVisible } from '../../schema/order.js';
import { amount, dataOf, text } from '../../schema/primitives.js';
import { changeAndResolve } from './change-and-resolve.js';

export const adjustOrder = defineOperation({
  name: 'adjust_order',
  title: 'Refund or return',
  description:
    '`refund` refunds units of lines, an amount or, without either, everything refundable. Units refunded before shipping are canceled. `return` records that units came back, and refunds what was not refunded for them yet, or nothing.',
  scope: 'fulfillment',
  effect: 'destructive',
  idempotent: false,
  input: z
    .strictObject({
      order_id: orderName,
      type: z.enum(REQUESTED_TYPES).describe('`refund` gives money back, `return` also records units that came back'),
      line_items: orderLinesInput
        .optional()
        .describe('Units to refund or return; each is worth its share of what was paid'),
      amount: amount(
        'Minor units; instead of what the units are worth, or of all that is left. 0 only for a return without money',
      )
        .min(0)
        .optional(),
      reason: text(500, 'Why').optional(),
      visible: reasonVisible,
      restock: z.boolean().optional().describe('Back on sale; by default only units that were not shipped'),
    })
    .superRefine((request, check) => {
      const [member, message] = findRequestProblem(request) ?? [];
      if (member !== undefined) check.addIssue({ code: 'custom', path: [member], message });
    }),
  inputErrors: { order_id: 'order_not_found' },
  output: dataOf(order),
  sample: ({ order, orderLine }) => ({
    order_id: order,
    type: 'refund' as const,
    line_items: [{ id: orderLine, quantity: 1 }],
    reason: 'Arrived chipped',
  }),
  errors: [
    'order_not_found',
    'order_not_payable',
    'adjustment_exceeds_paid',
    'capture_in_progress',
    'limit_exceeded',
    'version_conflict',
  ],
  http: { method: 'post', path: '/api/commerce/orders/{id}/adjustments', parts: { id: 'order_id' } },
  mcp: {
    description:
      'Give money back to the buyer (minor units): for units of lines, for an amount, or all that is left. It cannot be undone. Pass idempotency_key, so that a repeat does not refund twice. Allowed while permitted_actions has refund.',
  },
  handle(context: Context<'view' | 'payments'>, { order_id, ...request }) {
    const id = context.ids.next('adj');
    const capture = { id: context.ids.next('cap') };
    return changeAndResolve(context, order_id, {
      action: `order.${request.type}_recorded`,
      decide: (current) => captureShipped(current, adjust(current, request, id, context.now), capture, context.now),
      alongside: (rows, before, after) => {
        const canceled = request.restock === false ? [] : unitsToRestock(before, after);
        const by = authorOf(context);
        return [
          ...restockWrites(rows, after, canceled, 'give_back', by),
          ...restockWrites(rows, after, restockedUnits(after, id), 'return', by),
        ];
      },
    });
  },
});
