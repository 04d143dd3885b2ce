import type { Order } from '../domain/order/order.js';
import type { OrderRequest } from '../domain/order/order-request.js';
import type { OrderRequestAnswer, RequestedOrder } from '../schema/order.js';
import { isoTime } from './format.js';
import { buyerName } from './shop-order-view.js';

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

/** An entry of the list of orders with waiting requests. */
export function requestedOrderView(order: Order): RequestedOrder {
  const { id, display_id, status, payment_status, requests = [] } = order;
  const name = buyerName(order);
  return {
    id,
    display_id,
    status,
    payment_status,
    ...(name !== undefined && { buyer_name: name }),
    requests: requests.filter((one) => one.status === 'waiting').map(requestView),
  };
}
