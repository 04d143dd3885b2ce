import { isDeepStrictEqual } from 'node:util';
import type { WithOrder } from '../checkout/draft.js';
import type { Destination } from '../values/address.js';
import { shippingDestination } from './change-destination.js';
import { type Order, unitsToShip } from './order.js';

/** The address and the delivery that items added to an order can share with it. */
interface Sending {
  /** Absent if the order is not shipped. */
  readonly destination?: Destination;
  /** True while goods of the order, which do not go by mail, are still in the shop. */
  readonly delivers: boolean;
}

export function sendingOf(order: Order): Sending {
  const { address_country, ...rest } = shippingDestination(order) ?? {};
  return {
    ...(address_country !== undefined && { destination: { ...rest, address_country } }),
    delivers: order.status !== 'canceled' && hasGoodsToSend(order),
  };
}

function hasGoodsToSend({ fulfillment, line_items }: Order): boolean {
  const physical = fulfillment.expectations.filter(({ method_type }) => method_type !== 'digital');
  const ids = new Set(physical.flatMap((one) => one.line_items.map(({ id }) => id)));
  return line_items.some((line) => ids.has(line.id) && unitsToShip(line) > 0);
}

/** True if a change of an order affects the drafts of the items that were added to it. */
export function changesSending(before: Order, after: Order): boolean {
  return before.status !== after.status || !isDeepStrictEqual(sendingOf(before), sendingOf(after));
}

/**
 * Updates the address and the delivery shared with an order. Once nothing of it is left to send, the delivery of added
 * items is not free any more.
 */
export function updateSending({ destination: _old, option_id, ...rest }: WithOrder, order: Order): WithOrder {
  const { destination, delivers } = sendingOf(order);
  return {
    ...rest,
    ...(delivers && option_id !== undefined && { option_id }),
    ...(destination && { destination }),
  };
}
