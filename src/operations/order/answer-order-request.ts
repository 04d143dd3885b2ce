import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { refuseRequest } from '../../domain/order/answer-request.js';
import { required } from '../../domain/values/required.js';
import { authorOf } from '../../records/audit.js';
import { order, orderName } from '../../schema/order.js';
import { dataOf, id, text } from '../../schema/primitives.js';
import { changeAndResolve } from './change-and-resolve.js';
import { acceptAndCapture, requestAction, restockAccepted } from './request-writes.js';

export const DECISIONS = ['accept', 'refuse'] as const;

export const answerOrderRequest = defineOperation({
  name: 'answer_order_request',
  title: 'Answer a request',
  description:
    'Accepts or refuses a request of the buyer. An accepted `cancel` cancels and refunds like a cancellation; an accepted `address_change` changes the address. An accepted `return` tells the buyer to send the units back; it is recorded and refunded when they arrive, or at once with `received`.',
  scope: 'fulfillment',
  effect: 'destructive',
  idempotent: false,
  input: z
    .strictObject({
      order_id: orderName,
      request_id: id('Id of the request'),
      decision: z.enum(DECISIONS).describe('The answer'),
      reason: text(500, 'What the buyer reads; required to refuse').optional(),
      received: z.boolean().default(false).describe('Return only: the units are back or need not be sent'),
      restock: z.boolean().default(false).describe('Return only: received units go back on sale'),
    })
    .superRefine(({ decision, reason }, check) => {
      if (decision === 'accept' || reason !== undefined) return;
      check.addIssue({ code: 'custom', path: ['reason'], message: 'is required to refuse' });
    }),
  inputErrors: { order_id: 'order_not_found', request_id: 'order_request_not_found' },
  output: dataOf(order),
  sample: ({ requestedOrder, orderRequest }) => ({
    order_id: requestedOrder,
    request_id: orderRequest,
    decision: 'accept' as const,
    reason: 'Nothing was shipped yet',
  }),
  errors: [
    'order_not_found',
    'order_request_not_found',
    'order_request_closed',
    'order_not_cancelable',
    'order_not_fulfillable',
    'capture_in_progress',
    'limit_exceeded',
    'version_conflict',
  ],
  http: {
    method: 'post',
    path: '/api/commerce/orders/{id}/requests/{request_id}/answer',
    parts: { id: 'order_id', request_id: 'request_id' },
  },
  handle(context: Context<'view' | 'payments'>, { order_id, request_id, decision, ...answer }) {
    const { now } = context;
    const adjustmentId = context.ids.next('adj');
    const by = { adjustmentId, captureId: context.ids.next('cap'), now };
    return changeAndResolve(context, order_id, {
      action: (before, after) => requestAction(before, after, request_id),
      decide: (current) =>
        decision === 'accept'
          ? acceptAndCapture(current, request_id, answer, by)
          : refuseRequest(current, request_id, required(answer.reason, 'reason'), now),
      alongside: (rows, before, after) => restockAccepted(rows, before, after, adjustmentId, authorOf(context)),
    });
  },
});
