import { isDeepStrictEqual } from 'node:util';
import { notFoundError, PortalError } from '../errors/portal-error.js';
import { sum } from '../values/money.js';
import { omitUndefined } from '../values/present.js';
import type { FulfillmentEvent, Tracking } from './event.js';
import type { Order } from './order.js';

/** Limits the size of an order, since it is read and written as a whole. */
export const MAX_CORRECTIONS = 100;

/**
 * Replaces the tracking of a recorded event, and keeps the earlier one. Members that `tracking` lacks are removed. The
 * order may have any status. Returns the same order if nothing changes.
 * @throws PortalError `fulfillment_event_not_found`, `limit_exceeded`
 */
export function correctTracking(order: Order, eventId: string, tracking: Tracking, now: number): Order {
  const { events } = order.fulfillment;
  const event = events.find(({ id }) => id === eventId);
  if (!event) throw notFoundError('fulfillment_event_not_found');
  const before = trackingOf(event);
  if (isDeepStrictEqual(before, trackingOf(tracking))) return order;
  if (sum(events.map(({ earlier_tracking = [] }) => earlier_tracking.length)) >= MAX_CORRECTIONS)
    throw new PortalError('limit_exceeded', `The tracking of an order can be corrected ${MAX_CORRECTIONS} times.`);
  const { carrier, tracking_number, tracking_url, earlier_tracking = [], ...rest } = event;
  const corrected: FulfillmentEvent = {
    ...rest,
    ...trackingOf(tracking),
    earlier_tracking: [...earlier_tracking, { ...before, until: now }],
  };
  return {
    ...order,
    fulfillment: { ...order.fulfillment, events: events.map((one) => (one === event ? corrected : one)) },
    updated_at: now,
  };
}

/** Returns the event whose tracking was corrected last; `undefined` if none was. */
export function lastCorrected({ fulfillment }: Pick<Order, 'fulfillment'>): FulfillmentEvent | undefined {
  const at = ({ earlier_tracking }: FulfillmentEvent) => earlier_tracking?.at(-1)?.until ?? 0;
  return fulfillment.events
    .filter((event) => at(event) > 0)
    .toSorted((a, b) => at(a) - at(b))
    .at(-1);
}

function trackingOf({ carrier, tracking_number, tracking_url }: Tracking): Tracking {
  return omitUndefined({ carrier, tracking_number, tracking_url });
}
