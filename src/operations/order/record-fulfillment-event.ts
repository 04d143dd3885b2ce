import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import { captureShipped } from '../../domain/order/capture.js';
import { EVENT_TYPES } from '../../domain/order/event.js';
import { recordEvent } from '../../domain/order/fulfill.js';
import { order, orderLinesInput, orderName, trackingInput } from '../../schema/order.js';
import { dataOf, instant, text } from '../../schema/primitives.js';
import { changeAndResolve } from './change-and-resolve.js';

export const recordFulfillmentEvent = defineOperation({
  name: 'record_fulfillment_event',
  title: 'Record a fulfillment event',
  description:
    'Appends an event. `shipped`, `picked_up` and `provisioned` record that units left the shop, update the status, and capture an authorized payment as the setting `payment_capture` says. `ready_for_pickup` tells the buyer that units wait in the shop. Other types record later events of units that left it. Without `line_items`, an event is about all units left for its method, or all that have left the shop.',
  scope: 'fulfillment',
  effect: 'write',
  idempotent: false,
  input: z.strictObject({
    order_id: orderName,
    type: z.enum(EVENT_TYPES).describe('What happened'),
    line_items: orderLinesInput.exactOptional().describe('Which units; default all'),
    occurred_at: instant.optional().describe('ISO 8601; default now'),
    ...trackingInput,
    description: text(500, 'For the buyer').exactOptional(),
  }),
  inputErrors: { order_id: 'order_not_found' },
  output: dataOf(order),
  sample: ({ order, orderLine }) => ({
    order_id: order,
    type: 'picked_up' as const,
    line_items: [{ id: orderLine, quantity: 1 }],
  }),
  errors: ['order_not_found', 'order_on_hold', 'order_not_fulfillable', 'limit_exceeded', 'version_conflict'],
  http: { method: 'post', path: '/api/commerce/orders/{id}/fulfillment-events', parts: { id: 'order_id' } },
  mcp: {
    description:
      'Record that units of an order were shipped, picked_up or provisioned (they are then fulfilled), or what happened later, such as delivered. Several events may each cover a part of an order.',
  },
  handle: (context: Context<'view' | 'payments'>, { order_id, occurred_at, ...event }) => {
    const recorded = { ...event, id: context.ids.next('evt'), occurred_at: occurred_at ?? context.now };
    const capture = { id: context.ids.next('cap'), event_id: recorded.id };
    return changeAndResolve(context, order_id, {
      action: 'order.event_recorded',
      decide: (current) => captureShipped(current, recordEvent(current, recorded, context.now), capture, context.now),
    });
  },
});
