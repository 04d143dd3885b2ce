import type { Checkout } from '../../domain/checkout/checkout.js';
import type { PlatformCart } from '../../domain/checkout/platform-cart.js';
import type { Order } from '../../domain/order/order.js';
import type { Person } from '../../domain/person/person.js';
import { belongsTo, type DataSubject } from '../../domain/privacy/person.js';
import type { Shop } from '../../domain/shop/shop.js';
import type { ApiKey } from '../../domain/tenant/tenant.js';
import { addressOf } from '../../domain/values/email.js';
import { splitIntoPortions } from '../../domain/values/portions.js';
import { required } from '../../domain/values/required.js';
import { ANY_ORDER } from '../../lists/any-order.js';
import { collectPages, eachPage } from '../../lists/every-page.js';
import { ordersNaming } from '../../lists/orders-naming.js';
import type { IdPosition, Position, StoreReader } from '../../ports.js';

type Lists = Pick<StoreReader, 'list'>;

/**
 * Number of shops or grants read concurrently. It is below a portal's number of database connections, so that other reads
 * need not wait.
 */
const READ_AT_ONCE = 4;
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
 * Finds all rows of a person in an organization: orders by their search index and by the person's grants, platform carts
 * by shop, and checkouts in a single scan. `subject` is what recognizes them. Orders are read last, so that no cart that
 * is paid during the search is missed: either its order is found, or the cart as it was before.
 */
export async function rowsOfPerson(store: Lists, organizationId: string, { id, email }: Pick<Person, 'id' | 'email'>) {
  const ofOrganization = { organization_id: organizationId };
  const shops = await collectPages((after, limit) => store.list('shops', ofOrganization, after, limit));
  const ofPerson = { ...ofOrganization, person_id: id };
  const grants = await collectPages((after, limit) => store.list('person_grants', ofPerson, after, limit));
  const subject = { address: addressOf(email), grants: new Set(grants.map((grant) => grant.id)) };
  const platformCarts = await readEach(shops, (shop) => platformCartsOf(store, shop, subject));
  const checkouts = await checkoutsOf(store, organizationId, subject);
  const orders = [
    ...(await readEach(shops, (shop) => ordersOf(store, shop, subject))),
    ...(await readEach(grants, (grant) => ordersByGrant(store, grant))),
  ];
  return { subject, orders: withShops(orders, shops), checkouts, platformCarts };
}

async function readEach<One, Row>(all: readonly One[], rowsOf: (one: One) => Promise<readonly Row[]>): Promise<Row[]> {
  const found: Row[] = [];
  for (const some of splitIntoPortions(all, READ_AT_ONCE)) found.push(...(await Promise.all(some.map(rowsOf))).flat());
  return found;
}

/** Returns each order once, with its shop. */
function withShops(orders: readonly Order[], shops: readonly Shop[]): OfShop<Order>[] {
  const shopById = new Map(shops.map((shop) => [shop.id, shop]));
  const orderById = new Map(orders.map((order) => [order.id, order]));
  return [...orderById.values()].map((row) => ({ shop: required(shopById.get(row.shop_id), 'shop'), row }));
}

async function ordersOf(store: Lists, shop: Shop, subject: DataSubject): Promise<Order[]> {
  const found: Order[] = [];
  for await (const orders of ordersNaming(store, shop, subject.address))
    found.push(...orders.filter((order) => belongsTo(order, subject)));
  return found;
}

/** Finds the orders that an assistant or platform placed with a grant, which need not contain the person's address. */
function ordersByGrant(store: Lists, { id: buyer_id, deployment_id }: ApiKey): Promise<Order[]> {
  const filter = { ...ANY_ORDER, deployment_id: required(deployment_id, 'deployment'), buyer_id };
  return collectPages((after, limit) => store.list('orders', filter, after, limit));
}

/** Finds a person's checkouts. Reads page by page, so that no other checkouts stay in memory. */
async function checkoutsOf(store: Lists, organization_id: string, subject: DataSubject): Promise<Checkout[]> {
  const found: Checkout[] = [];
  const texts = [subject.address, ...subject.grants];
  const read = (after: IdPosition | undefined, limit: number) =>
    store.list('checkouts', { organization_id, texts }, after, limit);
  for await (const entries of eachPage(read, CHECKOUTS_AT_ONCE))
    found.push(...entries.filter((row) => belongsTo(row, subject)));
  return found;
}

/** Finds a person's platform carts. */
async function platformCartsOf(store: Lists, { id }: Shop, subject: DataSubject): Promise<PlatformCart[]> {
  const found: PlatformCart[] = [];
  const read = (after: Position | undefined, limit: number) =>
    store.list('platform_carts', { shop_id: id }, after, limit);
  for await (const entries of eachPage(read)) found.push(...entries.filter((row) => belongsTo(row, subject)));
  return found;
}
