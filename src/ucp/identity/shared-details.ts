import type { Caller } from '../../domain/tenant/tenant.js';
import type { Destination } from '../../domain/values/address.js';
import { readShared } from '../../operations/checkout/fill-shared.js';
import type { Rows } from '../../ports.js';
import type { CheckoutRequest, FulfillmentRequest } from '../checkout/checkout-request.js';

/**
 * Fills the contact and the address that a linked person shares into a request for a checkout, where the platform sent
 * none. They are read for each request, so a change or an erasure is effective at once.
 */
export function withSharedDetails(rows: Rows, caller: Caller, wanted: CheckoutRequest): CheckoutRequest {
  if (!caller.shares) return wanted;
  const { buyer, address } = readShared(rows, caller);
  const { fulfillment } = wanted;
  return {
    ...wanted,
    buyer: wanted.buyer ?? buyer,
    fulfillment: address && fulfillment !== undefined ? sentTo(address, fulfillment) : fulfillment,
  };
}

function sentTo(address: Destination, wanted: FulfillmentRequest | null): FulfillmentRequest | null {
  const { type, destinations = [], selected_destination_id, selected_option_id } = wanted ?? {};
  const hasPlace = type === 'pickup' || destinations.length > 0 || selected_destination_id !== undefined;
  if (hasPlace) return wanted;
  return { type, destinations: [{ id: undefined, address }], selected_destination_id: undefined, selected_option_id };
}
