import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { findContentProblem, findRequest, makeRequest } from '../../domain/order/answer-request.js';
import { REQUEST_TYPES } from '../../domain/order/order-request.js';
import { isAccepted } from '../../domain/order/request-rules.js';
import { required } from '../../domain/values/required.js';
import { authorOf } from '../../records/audit.js';
import { destination } from '../../schema/address.js';
import { order, orderLinesInput, orderName } from '../../schema/order.js';
import { dataOf, text } from '../../schema/primitives.js';
import { undescribed } from '../../schema/undescribed.js';
import { changeAndResolve } from './change-and-resolve.js';
import { acceptAndCapture, requestAction, restockAccepted } from './request-writes.js';

const shared = {
  order_id: orderName,
  type: z.enum(REQUEST_TYPES).describe('What the buyer wants'),
  reason: text(500, 'Why').optional(),
};

export const requestOrderChange = defineOperation({
  name: 'request_order_change',
  title: 'Request a change of an order',
  description:
    "Asks the merchant to cancel an order or units of it (`cancel`), to take units back (`return`), or to ship it to another address in the same country and region (`address_change`). The request waits in the order's `requests` until the merchant accepts or refuses it, unless a rule of the shop accepts it at once. It is rejected if the merchant could not grant it.",
  scope: 'commerce',
  effect: 'destructive',
  idempotent: false,
  input: z
    .strictObject({
      ...shared,
      line_items: orderLinesInput.optional().describe('Units to cancel or return; default all'),
      destination: destination.optional().describe('The other address, in full'),
    })
    .superRefine((request, check) => {
      const [member, message] = findContentProblem(request) ?? [];
      if (member !== undefined) check.addIssue({ code: 'custom', path: [member], message });
    }),
  inputErrors: { order_id: 'order_not_found' },
  output: dataOf(order),
  sample: ({ order }) => ({ order_id: order, type: 'cancel' as const, reason: 'Ordered twice' }),
  errors: [
    'order_not_found',
    'order_request_waiting',
    'order_not_cancelable',
    'order_not_fulfillable',
    'capture_in_progress',
    'limit_exceeded',
    'version_conflict',
  ],
  http: { method: 'post', path: '/api/commerce/orders/{id}/requests', parts: { id: 'order_id' } },
  mcp: {
    announced: z.strictObject({
      ...shared,
      line_items: undescribed(orderLinesInput).optional().describe('Default: all'),
      destination: z.object({}).optional().describe('As in set_destination'),
    }),
    description:
      'Ask the merchant to cancel an order, take units back, or ship to another address. requests of get_order has the answer.',
  },
  handle(context: Context<'view' | 'payments'>, { order_id, ...content }) {
    const { now } = context;
    const id = context.ids.next('req');
    const adjustmentId = context.ids.next('adj');
    const by = { adjustmentId, captureId: context.ids.next('cap'), now, automatic: true };
    return changeAndResolve(context, order_id, {
      action: (before, after) => requestAction(before, after, id),
      decide(current, rows) {
        const made = makeRequest(current, content, id, now);
        const { settings } = required(rows.get('shop', current.shop_id), 'shop');
        const isGranted = isAccepted(made, findRequest(made, id), settings, now);
        return isGranted ? acceptAndCapture(made, id, {}, by) : made;
      },
      alongside: (rows, before, after) => restockAccepted(rows, before, after, adjustmentId, authorOf(context)),
    });
  },
});
