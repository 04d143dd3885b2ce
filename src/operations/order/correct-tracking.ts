import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { correctTracking as correct } from '../../domain/order/correct-tracking.js';
import { order, orderName, trackingInput } from '../../schema/order.js';
import { dataOf, id } from '../../schema/primitives.js';
import { changeOrder } from './change-order.js';

export const correctTracking = defineOperation({
  name: 'correct_tracking',
  title: 'Correct the tracking of a fulfillment event',
  description:
    "Replaces carrier, tracking number and tracking link of a recorded event; those left out are removed. The order may have any status. A buyer who was mailed another tracking gets a mail. The event's `earlier_tracking` keeps what was replaced.",
  scope: 'fulfillment',
  effect: 'write',
  idempotent: true,
  input: z.strictObject({ order_id: orderName, event_id: id('Id of the fulfillment event'), ...trackingInput }),
  inputErrors: { order_id: 'order_not_found', event_id: 'fulfillment_event_not_found' },
  output: dataOf(order),
  sample: ({ trackedOrder, trackedEvent }) => ({
    order_id: trackedOrder,
    event_id: trackedEvent,
    carrier: 'Ground post',
    tracking_number: 'GP 78',
  }),
  errors: ['order_not_found', 'fulfillment_event_not_found', 'limit_exceeded', 'version_conflict'],
  http: {
    method: 'put',
    path: '/api/commerce/orders/{id}/fulfillment-events/{event_id}/tracking',
    parts: { id: 'order_id', event_id: 'event_id' },
  },
  handle: (context: Context<'view'>, { order_id, event_id, ...tracking }) =>
    changeOrder(context, order_id, {
      action: 'order.tracking_changed',
      decide: (current) => correct(current, event_id, tracking, context.now),
    }),
});
