import type { Checkout } from '../../domain/checkout/checkout.js';
import type { PlatformCart } from '../../domain/checkout/platform-cart.js';
import type { Order } from '../../domain/order/order.js';
import { soughtTerms } from '../../domain/order/order-terms.js';
import { isOf } from '../../domain/privacy/person.js';
import type { Shop } from '../../domain/shop/shop.js';
import { eachPage, everyPage } from '../../lists/every-page.js';
import type { IdPosition, Position, StoreReader } from '../../ports.js';

type Lists = Pick<StoreReader, 'list'>;

export interface OfShop<Row> {
  readonly shop: Shop;
  readonly row: Row;
}

/** All that an organization has of a person: the orders by the index of their words, the checkouts by reading all. */
export async function rowsOfPerson(store: Lists, organizationId: string, address: string) {
  const shops = await everyPage((after, limit) =>
    store.list('shops', { organization_id: organizationId }, after, limit),
  );
  const orders: OfShop<Order>[] = [];
  const checkouts: OfShop<Checkout>[] = [];
  const platformCarts: PlatformCart[] = [];
  for (const shop of shops) {
    for (const row of await ordersOf(store, shop, address)) orders.push({ shop, row });
    for (const row of await checkoutsOf(store, shop, address)) checkouts.push({ shop, row });
    platformCarts.push(...(await platformCartsOf(store, shop, address)));
  }
  return { orders, checkouts, platformCarts };
}

async function ordersOf(store: Lists, { id }: Shop, address: string): Promise<Order[]> {
  const any = { status: undefined, payment_status: undefined, created_from: undefined, created_before: undefined };
  const terms = (soughtTerms(address) ?? []).map((one) => ({ ...one, isStart: false }));
  if (terms.length === 0) return [];
  const read = (after: Position | undefined, limit: number) =>
    store.list('shop_orders', { ...any, shop_id: id, terms }, after, limit);
  return (await everyPage(read)).map(({ order }) => order).filter((order) => isOf(order, address));
}

/** Page by page: only those of the person are kept in memory. */
async function checkoutsOf(store: Lists, { id }: Shop, address: string): Promise<Checkout[]> {
  const found: Checkout[] = [];
  const read = (after: IdPosition | undefined, limit: number) => store.list('checkouts', { shop_id: id }, after, limit);
  for await (const entries of eachPage(read)) found.push(...entries.filter((row) => isOf(row, address)));
  return found;
}

/** Carts of platforms, which have no buyer reference. */
async function platformCartsOf(store: Lists, { id }: Shop, address: string): Promise<PlatformCart[]> {
  const found: PlatformCart[] = [];
  const read = (after: Position | undefined, limit: number) =>
    store.list('platform_carts', { shop_id: id }, after, limit);
  for await (const entries of eachPage(read))
    found.push(...entries.filter((row) => isOf({ ...row, buyer_id: '' }, address)));
  return found;
}
