import { notFoundError } from '../domain/errors/portal-error.js';
import type { Order } from '../domain/order/order.js';
import { type Caller, isOwn } from '../domain/tenant/tenant.js';
import type { Rows } from '../ports.js';

/** Buyers know their order by its number, and may write it with a `#` as in the shop's messages. */
const NUMBER = /^#?(\d{1,15})$/;

/**
 * Finds the order with this id if the caller may access it. A caller with a deployment or a shop can also name the order
 * by its number. Orders that do not exist and those of other tenants or buyers are indistinguishable.
 * @throws PortalError `order_not_found`
 */
export function namedOrder(rows: Rows, caller: Caller, name: string): Order {
  const [, number] = NUMBER.exec(name) ?? [];
  const shopId = caller.shop_id ?? caller.deployment?.shop_id;
  const order =
    number === undefined || shopId === undefined ? rows.get('order', name) : rows.find('orderByNumber', shopId, number);
  if (!order || !mayAccess(order, caller)) throw notFoundError('order_not_found');
  return order;
}

function mayAccess(order: Order, caller: Caller): boolean {
  if (caller.shop_id === undefined) return isOwn(order, caller);
  return order.shop_id === caller.shop_id && order.organization_id === caller.organization_id;
}
