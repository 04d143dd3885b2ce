import { PortalError } from '../errors/portal-error.js';
import { type Destination, type PostalAddress, sameRegion } from '../values/address.js';
import { deliveryTitle, describeDelivery } from './delivery-text.js';
import { type Expectation, hasMoved, type Order } from './order.js';
import { freezeAddressEvidence } from './order-evidence.js';

/**
 * Changes where an order is shipped, before anything has left the shop. Country and region stay, since tax and delivery
 * were computed for them.
 * @throws PortalError `order_not_fulfillable`, `invalid_request`
 */
export function changeDestination(order: Order, destination: Destination, now: number): Order {
  const shipped = shippedExpectation(order);
  assertSamePlace(shipped.destination, destination);
  const evidence = freezeAddressEvidence(order);
  const expectations = order.fulfillment.expectations.map((one) =>
    one === shipped ? { ...one, destination, description: describeDelivery(deliveryTitle(one), destination) } : one,
  );
  return {
    ...order,
    ...(evidence && { evidence }),
    fulfillment: { ...order.fulfillment, expectations },
    updated_at: now,
  };
}

/** The destination to which an order is shipped, if it is. */
export function shippingDestination({ fulfillment }: Pick<Order, 'fulfillment'>): PostalAddress | undefined {
  return fulfillment.expectations.find(({ method_type }) => method_type === 'shipping')?.destination;
}

/** @throws PortalError `order_not_fulfillable` */
function shippedExpectation(order: Order): Expectation {
  const { status, fulfillment } = order;
  const shipped = fulfillment.expectations.find(({ method_type }) => method_type === 'shipping');
  const isOpen = status === 'processing' || status === 'on_hold';
  if (!shipped?.destination || !isOpen || hasMoved(order)) {
    const text = 'The address can be changed while the order is processing or on_hold, and nothing was shipped.';
    throw new PortalError('order_not_fulfillable', shipped ? text : 'The order is not shipped, so it has no address.');
  }
  return shipped;
}

/** @throws PortalError `invalid_request` */
function assertSamePlace(before: PostalAddress = {}, after: Destination): void {
  if (before.address_country !== after.address_country) throw changedPlaceError('address_country');
  const { address_region } = before;
  const isSame = address_region === undefined ? true : sameRegion(address_region, after.address_region);
  if (!isSame) throw changedPlaceError('address_region');
}

function changedPlaceError(member: string): PortalError {
  return new PortalError(
    'invalid_request',
    `destination.${member}: must stay the same, since tax and delivery were computed for it; cancel the order and order again`,
  );
}
