import type { Order } from '../domain/order/order.js';
import { queryTerms } from '../domain/order/order-terms.js';
import type { Shop } from '../domain/shop/shop.js';
import type { Position, StoreReader } from '../ports.js';
import { ANY_ORDER } from './any-order.js';
import { eachPage } from './every-page.js';

/**
 * Reads the orders of a shop that a search for a mail address finds, newest first, page by page. Other orders are among
 * them, since the search finds the words of the address in any order.
 */
export async function* ordersNaming(
  store: Pick<StoreReader, 'list'>,
  { id }: Shop,
  address: string,
): AsyncGenerator<readonly Order[]> {
  const terms = (queryTerms(address) ?? []).map((one) => ({ ...one, isStart: false }));
  if (terms.length === 0) return;
  const read = (after: Position | undefined, limit: number) =>
    store.list('shop_orders', { ...ANY_ORDER, shop_id: id, terms }, after, limit);
  for await (const entries of eachPage(read)) yield entries.map(({ order }) => order);
}
