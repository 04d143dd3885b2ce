import type { Checkout } from '../../domain/checkout/checkout.js';
import type { PlatformCart } from '../../domain/checkout/platform-cart.js';
import type { Order } from '../../domain/order/order.js';
import { belongsTo } from '../../domain/privacy/person.js';
import type { Shop } from '../../domain/shop/shop.js';
import { splitIntoPortions } from '../../domain/values/portions.js';
import { collectPages, eachPage } from '../../lists/every-page.js';
import { ordersNaming } from '../../lists/orders-naming.js';
import type { IdPosition, Position, StoreReader } from '../../ports.js';

type Lists = Pick<StoreReader, 'list'>;

/**
 * Number of shops read concurrently. It is below a portal's number of database connections, so that other reads need
 * not wait.
 */
const SHOPS_AT_ONCE = 4;
/**
 * Number of checkouts examined per event-loop turn, which takes some milliseconds. With a database server, 500 took 25
 * ms of processor time.
 */
const CHECKOUTS_AT_ONCE = 200;

export interface OfShop<Row> {
  readonly shop: Shop;
  readonly row: Row;
}

/**
 * Finds all rows of a person in an organization: orders by their search index, platform carts by shop, and checkouts in
 * a single scan. Orders are read last, so that no cart that is paid during the search is missed: either its order is
 * found, or the cart as it was before.
 */
export async function rowsOfPerson(store: Lists, organizationId: string, address: string) {
  const ofOrganization = { organization_id: organizationId };
  const shops = await collectPages((after, limit) => store.list('shops', ofOrganization, after, limit));
  const platformCarts = await ofShops(shops, (shop) => platformCartsOf(store, shop, address));
  const checkouts = await checkoutsOf(store, organizationId, address);
  const orders = await ofShops(shops, async (shop) =>
    (await ordersOf(store, shop, address)).map((row): OfShop<Order> => ({ shop, row })),
  );
  return { orders, checkouts, platformCarts };
}

async function ofShops<T>(shops: readonly Shop[], rowsOf: (shop: Shop) => Promise<readonly T[]>): Promise<T[]> {
  const found: T[] = [];
  for (const some of splitIntoPortions(shops, SHOPS_AT_ONCE))
    found.push(...(await Promise.all(some.map(rowsOf))).flat());
  return found;
}

async function ordersOf(store: Lists, shop: Shop, address: string): Promise<Order[]> {
  const found: Order[] = [];
  for await (const orders of ordersNaming(store, shop, address))
    found.push(...orders.filter((order) => belongsTo(order, address)));
  return found;
}

/** Finds a person's checkouts. Reads page by page, so that no other checkouts stay in memory. */
async function checkoutsOf(store: Lists, organization_id: string, address: string): Promise<Checkout[]> {
  const found: Checkout[] = [];
  const read = (after: IdPosition | undefined, limit: number) =>
    store.list('checkouts', { organization_id, address }, after, limit);
  for await (const entries of eachPage(read, CHECKOUTS_AT_ONCE))
    found.push(...entries.filter((row) => belongsTo(row, address)));
  return found;
}

/** Finds a person's platform carts. */
async function platformCartsOf(store: Lists, { id }: Shop, address: string): Promise<PlatformCart[]> {
  const found: PlatformCart[] = [];
  const read = (after: Position | undefined, limit: number) =>
    store.list('platform_carts', { shop_id: id }, after, limit);
  for await (const entries of eachPage(read)) found.push(...entries.filter((row) => belongsTo(row, address)));
  return found;
}
