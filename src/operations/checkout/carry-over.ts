import type { Cart, Checkout } from '../../domain/checkout/checkout.js';
import { setDestination } from '../../domain/checkout/selection.js';
import { shippingDestination } from '../../domain/order/change-destination.js';
import type { Order } from '../../domain/order/order.js';
import type { Destination, PostalAddress } from '../../domain/values/address.js';
import { replaceBuyer } from './replace-buyer.js';

/**
 * Copies buyer and address of an order to a cart of the same buyer that has none. `secret`: for the buyer's key. An
 * address without a street, as an erasure leaves it, is not copied.
 */
export function carryOver(cart: Cart, order: Order, secret: Buffer): Checkout {
  const { checkout } = cart;
  if (order.buyer_id !== checkout.buyer_id) return checkout;
  const { buyer, billing_address } = order;
  const named =
    checkout.buyer || !buyer
      ? checkout
      : replaceBuyer(checkout, { buyer, billing_address: checkout.billing_address ?? billing_address }, secret);
  const destination = shippingDestination(order);
  return named.destination || !isComplete(destination)
    ? named
    : setDestination({ ...cart, checkout: named }, destination);
}

function isComplete(address: PostalAddress | undefined): address is Destination {
  return address?.street_address !== undefined && address.address_country !== undefined;
}
