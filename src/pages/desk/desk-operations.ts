import type { Operation } from '../../calls/define.js';
import { required } from '../../domain/values/required.js';
import { listShopOrders } from '../../operations/shop/list-shop-orders.js';
import { SHOP_ORDER_OPERATIONS } from '../../operations/shop/shop-order-operations.js';

/** Operations that the desk calls, besides those of its actions. */
export const DESK_READS = {
  orders: listShopOrders,
  order: shopOrderOperation('get_shop_order'),
  history: shopOrderOperation('get_shop_order_history'),
} as const;

/** Returns the operation on a shop's order with this name. */
export function shopOrderOperation(name: string): Operation {
  return required(
    SHOP_ORDER_OPERATIONS.find((operation) => operation.name === name),
    'operation',
  );
}
