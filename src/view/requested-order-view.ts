import type { Order } from '../domain/order/order.js';
import type { RequestedOrder } from '../schema/order.js';
import { requestView } from './request-view.js';
import { buyerName } from './shop-order-view.js';

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
