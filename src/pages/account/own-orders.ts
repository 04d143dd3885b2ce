import type { Order } from '../../domain/order/order.js';
import { queryTerms } from '../../domain/order/order-terms.js';
import type { Person } from '../../domain/person/person.js';
import type { Shop } from '../../domain/shop/shop.js';
import { addressOf } from '../../domain/values/email.js';
import { ANY_ORDER } from '../../lists/any-order.js';
import { eachPage } from '../../lists/every-page.js';
import type { Position, Store } from '../../ports.js';

/** Maximum orders on the page, newest first. */
const MAX_ORDERS = 50;

/**
 * Finds the newest orders of a shop whose buyer has the person's mail address. The person has shown that they read its
 * mail, to which the shop sends all notices about these orders.
 */
export async function findOwnOrders(
  store: Pick<Store, 'list'>,
  { id }: Shop,
  { email }: Person,
): Promise<readonly Order[]> {
  const terms = (queryTerms(email) ?? []).map((one) => ({ ...one, isStart: false }));
  if (terms.length === 0) return [];
  const read = (after: Position | undefined, limit: number) =>
    store.list('shop_orders', { ...ANY_ORDER, shop_id: id, terms }, after, limit);
  const found: Order[] = [];
  for await (const entries of eachPage(read)) {
    found.push(...entries.map(({ order }) => order).filter(({ buyer }) => isSameAddress(buyer?.email, email)));
    if (found.length >= MAX_ORDERS) break;
  }
  return found.slice(0, MAX_ORDERS);
}

function isSameAddress(one: string | undefined, other: string): boolean {
  return one !== undefined && addressOf(one) === addressOf(other);
}
