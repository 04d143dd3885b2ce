import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { capture } from '../../domain/order/capture.js';
import { order, orderName } from '../../schema/order.js';
import { amount, dataOf } from '../../schema/primitives.js';
import { changeAndResolve } from './change-and-resolve.js';

export const capturePayment = defineOperation({
  name: 'capture_payment',
  title: 'Capture a payment',
  description:
    'Captures an authorized payment: an amount or, without one, all that can still be captured. A final capture releases the rest. Canceled units are never captured.',
  scope: 'fulfillment',
  effect: 'destructive',
  idempotent: false,
  input: z.strictObject({
    order_id: orderName,
    amount: amount('Minor units; default: all that is left').min(1).optional(),
    final: z.boolean().default(false).describe('Capture nothing more later'),
  }),
  inputErrors: { order_id: 'order_not_found' },
  output: dataOf(order),
  sample: ({ authorizedOrder }) => ({ order_id: authorizedOrder, amount: 1600 }),
  errors: [
    'order_not_found',
    'order_not_payable',
    'hold_has_rule',
    'capture_exceeds_authorized',
    'limit_exceeded',
    'version_conflict',
  ],
  http: { method: 'post', path: '/api/commerce/orders/{id}/captures', parts: { id: 'order_id' } },
  mcp: {
    description:
      'Take authorized money of an order. Pass idempotency_key, so that a repeat does not capture twice. Allowed while permitted_actions has capture.',
  },
  handle(context: Context<'view' | 'payments'>, { order_id, ...request }) {
    const id = context.ids.next('cap');
    return changeAndResolve(context, order_id, {
      action: 'order.capture_requested',
      decide: (current) => capture(current, request, id, context.now),
    });
  },
});
