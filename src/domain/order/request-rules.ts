import { servesDestination } from '../checkout/fulfillment.js';
import type { OrderRequestRules, ShopSettings } from '../shop/shop.js';
import type { Destination } from '../values/address.js';
import { shippingDestination } from './change-destination.js';
import { isMovingEvent } from './event.js';
import { hasMoved, type Order } from './order.js';
import type { OrderRequest } from './order-request.js';

/** Rules by which a shop accepts requests without a person (docs/orders.md, Requests). */

const DAY_MS = 24 * 60 * 60 * 1000;

/** True if a rule of the shop accepts the request of this order now. */
export function isAccepted(order: Order, request: OrderRequest, settings: ShopSettings, now: number): boolean {
  const rules = settings.order_requests ?? {};
  switch (request.type) {
    case 'cancel':
      return rules.cancel_before_shipping === true && order.status === 'processing';
    case 'return':
      return isInTime(order, request, rules, now);
    case 'address_change':
      return rules.address_before_shipping === true && !hasMoved(order) && costsTheSame(order, request, settings);
  }
}

/** True if the units left the shop at most `return_days` ago. */
function isInTime(
  { fulfillment }: Order,
  { line_items = [] }: OrderRequest,
  { return_days }: OrderRequestRules,
  now: number,
): boolean {
  if (return_days === undefined) return false;
  const moves = fulfillment.events.filter(isMovingEvent);
  return line_items.every(({ id }) => {
    const times = moves
      .filter((event) => event.line_items.some((line) => line.id === id))
      .map(({ occurred_at }) => occurred_at);
    return times.length > 0 && now <= Math.max(...times) + return_days * DAY_MS;
  });
}

/** True if the same shipping rates apply at both addresses, so that the delivery has the same price. */
function costsTheSame(order: Order, { destination }: OrderRequest, { shipping }: ShopSettings): boolean {
  const before = shippingDestination(order);
  if (!destination || before?.address_country === undefined) return false;
  const first: Destination = { ...before, address_country: before.address_country };
  return shipping.every(({ zone }) => servesDestination(zone, first) === servesDestination(zone, destination));
}
