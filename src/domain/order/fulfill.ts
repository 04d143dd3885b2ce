import { PortalError } from '../errors.js';
import { sum } from '../money.js';
import type { FulfillmentEvent, Order, OrderLine } from './order.js';
import { assertAllowed } from './transitions.js';

/** Events that move units out of the shop, and facts about units that were moved (docs/orders.md, Fulfillment). */
export const MOVING_EVENTS = ['shipped', 'picked_up', 'provisioned'] as const;
export const INFORMATIVE_EVENTS = [
  'in_transit',
  'delivered',
  'failed_attempt',
  'undeliverable',
  'returned_to_sender',
] as const;
export const EVENT_TYPES = [...MOVING_EVENTS, ...INFORMATIVE_EVENTS] as const;
export type EventType = (typeof EVENT_TYPES)[number];

const moves: ReadonlySet<string> = new Set(MOVING_EVENTS);

/** How far ahead of the portal's clock an event may lie. Milliseconds. */
const CLOCK_SKEW = 5 * 60 * 1000;

/**
 * Appends an event. A moving one takes its quantities out of what is left to fulfill, and the status follows.
 * @throws PortalError `order_on_hold`, `order_not_fulfillable`, `invalid_request`
 */
export function recordEvent(order: Order, event: FulfillmentEvent, now: number): Order {
  const moving = moves.has(event.type);
  if (moving) assertAllowed(order, 'fulfill');
  if (event.occurred_at > now + CLOCK_SKEW) {
    throw new PortalError('invalid_request', 'occurred_at: must not lie in the future');
  }
  const asked = quantities(order, event, moving);
  const recorded = {
    ...order,
    fulfillment: { ...order.fulfillment, events: [...order.fulfillment.events, event] },
    updated_at: now,
  };
  if (!moving) return recorded;
  const line_items = order.line_items.map((line) => moved(line, asked.get(line.id) ?? 0));
  const done = line_items.every(({ quantity }) => quantity.fulfilled === quantity.total);
  return { ...recorded, line_items, status: done ? 'fulfilled' : 'partially_fulfilled' };
}

/** Units by line; one that is named twice is summed. */
function quantities(order: Order, { line_items }: FulfillmentEvent, moving: boolean): Map<string, number> {
  const asked = new Map<string, number>();
  line_items.forEach(({ id, quantity }, index) => {
    const line = order.line_items.find((one) => one.id === id);
    if (!line) throw new PortalError('invalid_request', `line_items[${index}].id: the order has no line of this id`);
    const total = (asked.get(id) ?? 0) + quantity;
    const most = moving ? line.quantity.total - line.quantity.fulfilled : line.quantity.fulfilled;
    if (total > most) {
      throw new PortalError(
        'invalid_request',
        `line_items[${index}].quantity: ${most} units of the line are ${moving ? 'left to move' : 'moved'}`,
      );
    }
    asked.set(id, total);
  });
  return asked;
}

function moved(line: OrderLine, units: number): OrderLine {
  const { total, fulfilled } = line.quantity;
  return units === 0 ? line : { ...line, quantity: { total, fulfilled: sum([fulfilled, units]) } };
}
