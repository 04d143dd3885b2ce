import type { OrderRequest } from '../domain/order/order-request.js';
import type { OrderRequestAnswer } from '../schema/order.js';
import { isoTime } from './format.js';

/** A request as buyers and merchants read it. */
export function requestView({
  line_items,
  destination,
  created_at,
  answered_at,
  ...request
}: OrderRequest): OrderRequestAnswer {
  return {
    ...request,
    ...(line_items && { line_items: line_items.map(({ id, quantity }) => ({ id, quantity })) }),
    ...(destination && { destination }),
    created_at: isoTime(created_at),
    ...(answered_at !== undefined && { answered_at: isoTime(answered_at) }),
  };
}
