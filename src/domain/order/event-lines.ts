import { PortalError } from '../errors/portal-error.js';
import type { EventType, FulfillmentEvent } from './event.js';
import { type Order, unitsToShip } from './order.js';

/** Fulfillment method of the units in the shop that an event is about; absent for events about units that have moved. */
const METHODS: Partial<Record<EventType, string>> = {
  shipped: 'shipping',
  picked_up: 'pickup',
  ready_for_pickup: 'pickup',
  provisioned: 'digital',
};

/**
 * Lists all units that an event of this type can be about: those left to be delivered by its method, or those that have
 * left the shop.
 * @throws PortalError `invalid_request` if there are none
 */
export function listEventLines(order: Order, type: EventType): FulfillmentEvent['line_items'] {
  const method = METHODS[type];
  const promised = order.fulfillment.expectations.filter(({ method_type }) => method_type === method);
  const ids = new Set(promised.flatMap(({ line_items }) => line_items.map(({ id }) => id)));
  const lines = order.line_items
    .filter(({ id }) => method === undefined || ids.has(id))
    .map((line) => ({ id: line.id, quantity: method === undefined ? line.quantity.fulfilled : unitsToShip(line) }))
    .filter(({ quantity }) => quantity > 0);
  if (lines.length > 0) return lines;
  const left = method === undefined ? 'has left the shop' : `is left for ${method}`;
  throw new PortalError('invalid_request', `line_items: is required, because no unit of the order ${left}`);
}
