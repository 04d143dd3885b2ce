import type { Order } from '../../domain/order/order.js';
import type { Person } from '../../domain/person/person.js';
import type { Shop } from '../../domain/shop/shop.js';
import { addressOf } from '../../domain/values/email.js';
import { ordersNaming } from '../../lists/orders-naming.js';
import type { Store } from '../../ports.js';

/** Maximum orders on the page, newest first. */
const MAX_ORDERS = 50;

/**
 * Finds the newest orders of a shop whose buyer has the person's mail address. The person has shown that they read its
 * mail, to which the shop sends all notices about these orders.
 */
export async function findOwnOrders(
  store: Pick<Store, 'list'>,
  shop: Shop,
  { email }: Person,
): Promise<readonly Order[]> {
  const found: Order[] = [];
  for await (const orders of ordersNaming(store, shop, email)) {
    found.push(...orders.filter(({ buyer }) => isSameAddress(buyer?.email, email)));
    if (found.length >= MAX_ORDERS) break;
  }
  return found.slice(0, MAX_ORDERS);
}

function isSameAddress(one: string | undefined, other: string): boolean {
  return one !== undefined && addressOf(one) === addressOf(other);
}
