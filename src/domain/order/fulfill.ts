import { PortalError } from '../errors/portal-error.js';
import { CLOCK_SKEW } from '../values/clock-skew.js';
import { type FulfillmentEvent, isMovingEvent, isOfUnitsInShop } from './event.js';
import { listEventLines } from './event-lines.js';
import { type Order, type OrderLine, unitsToShip } from './order.js';
import { assertAllowed, assertRoomForEvent } from './permitted.js';
import { matchRequestedLines, unitsInShop } from './requested-lines.js';

/** An event to append. Its lines default to all units that it can be about. */
type NewEvent = Omit<FulfillmentEvent, 'line_items'> & Partial<Pick<FulfillmentEvent, 'line_items'>>;

/**
 * Appends an event. Units that leave the shop are counted as fulfilled, and the order's status is updated. Other events
 * only inform.
 * @throws PortalError `order_on_hold`, `order_not_fulfillable`, `limit_exceeded`, `invalid_request`
 */
export function recordEvent(order: Order, requested: NewEvent, now: number): Order {
  const inShop = isOfUnitsInShop(requested.type);
  if (inShop) assertAllowed(order, 'fulfill');
  else assertRoomForEvent(order);
  assertInTime(order, requested, now);
  const event = { ...requested, line_items: requested.line_items ?? listEventLines(order, requested.type) };
  const asked = matchRequestedLines(order, event.line_items, (line) =>
    inShop ? unitsInShop(line) : { most: line.quantity.fulfilled, what: 'have left the shop' },
  );
  const recorded = {
    ...order,
    fulfillment: { ...order.fulfillment, events: [...order.fulfillment.events, event] },
    updated_at: now,
  };
  if (!isMovingEvent(requested)) return recorded;
  const units = new Map(asked.map(({ line, quantity }) => [line.id, quantity]));
  const line_items = order.line_items.map((line) => moved(line, units.get(line.id) ?? 0));
  const done = line_items.every((line) => unitsToShip(line) === 0);
  return { ...recorded, line_items, status: done ? 'fulfilled' : 'partially_fulfilled' };
}

function assertInTime(order: Order, { occurred_at }: NewEvent, now: number): void {
  if (occurred_at > now + CLOCK_SKEW) {
    throw new PortalError('invalid_request', 'occurred_at: must not be in the future');
  }
  if (occurred_at < order.created_at - CLOCK_SKEW) {
    throw new PortalError('invalid_request', 'occurred_at: must not be before the order was placed');
  }
}

function moved(line: OrderLine, units: number): OrderLine {
  const { quantity } = line;
  return units === 0 ? line : { ...line, quantity: { ...quantity, fulfilled: quantity.fulfilled + units } };
}
