import { copied, DAY, type Model, modelOf } from '../../bench/orders.js';
import { seedKey } from '../../bench/organization.js';
import { receiptWrite } from '../../bench/signed-log.js';
import { DEMO_IDS } from '../../src/cli/demo-ids.js';
import type { Config } from '../../src/config.js';
import { required } from '../../src/domain/values/required.js';
import { newOrganization } from '../../src/operations/tenancy/provision.js';
import { insertWrite, replaceWrite, type Store, type Write } from '../../src/ports.js';
import { openStore } from '../../src/store/open-store.js';
import { systemIds } from '../../src/system.js';

/** Number of rows of each kind. */
export interface Counts {
  readonly orders: number;
  /** Number of additional orders, all of the buyer `MANY`. */
  readonly ofOne: number;
  /** Number of open carts; one in twenty belongs to `MANY`. */
  readonly carts: number;
  /** Number of carts that the next sweep expires. */
  readonly expired: number;
  /** Number of stored responses; one in fifty names `MANY`. */
  readonly answers: number;
  readonly receipts: number;
  readonly organizations: number;
}

/** Email address of a buyer with much data. */
export const MANY = 'many@example.com';
/** Number of rows per transaction. */
const PORTION = 250;
/** Number of days over which the orders are spread. */
const ORDER_DAYS = 300;

/** Adds many rows to the demo database while a portal serves it. */
export async function fillDatabase(
  { database, files, logKey }: Pick<Config, 'database' | 'files' | 'logKey'>,
  orderId: string,
  counts: Counts,
): Promise<void> {
  const store = await openStore(database, { create: false, needsLogKey: true, syncs: 'on close', files, logKey });
  try {
    await retainNoOrders(store);
    const model = await store.read((rows) => modelOf(rows, orderId));
    const by = { ids: systemIds, now: Date.now(), actor: 'test' };
    const cart = (index: number, expires_at: number) => cartOf(model, index, by.now, expires_at);
    const owner = { ...DEMO_IDS, ...(await seedKey(store, DEMO_IDS.organization_id)) };
    const ago = (index: number) => by.now - Math.floor((ORDER_DAYS * DAY * index) / counts.orders);
    await fill(store, counts.orders, (index) => copied(model, index, newIds(), ago(index)));
    await fill(store, counts.ofOne, (index) => orderOf(model, index, ago(index)));
    await fill(store, counts.carts, (index) => cart(index, by.now + DAY));
    await fill(store, counts.expired, (index) => cart(counts.carts + index, by.now - DAY));
    await fill(store, counts.answers, (index) => answerOf(model, index, by.now));
    await fill(store, counts.receipts, (index) => [receiptWrite(owner, index)]);
    await fill(store, counts.organizations, (n) => [insertWrite('organization', newOrganization(by, `Many ${n}`))]);
  } finally {
    await store.close();
  }
}

/** Allows a person to be erased from all orders. */
async function retainNoOrders(store: Store): Promise<void> {
  await store.update((rows) => {
    const shop = required(rows.get('shop', DEMO_IDS.shop_id), 'shop');
    const settings = { ...shop.settings, order_retention_years: 0 };
    return { writes: [replaceWrite('shop', shop, { ...shop, settings })], result: undefined };
  });
}

function newIds() {
  return { order: systemIds.next('ord'), checkout: systemIds.next('chk') };
}

function orderOf({ order, checkout }: Model, index: number, created_at: number): Write[] {
  const ids = newIds();
  const stamps = { buyer: { ...order.buyer, email: MANY }, buyer_id: MANY, created_at, updated_at: created_at };
  return [
    insertWrite('checkout', { ...checkout, ...stamps, id: ids.checkout, order_id: ids.order }),
    insertWrite('order', { ...order, ...stamps, id: ids.order, checkout_id: ids.checkout, display_id: `M-${index}` }),
  ];
}

function cartOf({ checkout }: Model, index: number, created_at: number, expires_at: number): Write[] {
  const { order_id: _order, ...cart } = checkout;
  const email = index % 20 === 0 ? MANY : `visitor-${index}@example.com`;
  const buyer = { ...checkout.buyer, email };
  const stamps = { created_at, updated_at: created_at, expires_at };
  return [
    insertWrite('checkout', {
      ...cart,
      ...stamps,
      id: newIds().checkout,
      state: 'open',
      buyer_id: `v-${index}`,
      buyer,
    }),
  ];
}

function answerOf({ order }: Model, index: number, created_at: number): Write[] {
  const email = index % 50 === 0 ? MANY : `visitor-${index}@example.com`;
  const outcome = { body: { data: { ...order, id: `other-${index}`, buyer: { email } } } };
  return [insertWrite('idempotency', { id: `many-${index}`, fingerprint: '', outcome, created_at, version: 1 })];
}

async function fill(store: Store, count: number, writesOf: (index: number) => readonly Write[]): Promise<void> {
  for (let first = 0; first < count; first += PORTION) {
    const portion = Array.from({ length: Math.min(PORTION, count - first) }, (_, index) => writesOf(first + index));
    await store.update(() => ({ writes: portion.flat(), result: undefined }));
  }
}
