import type { Checkout } from '../src/domain/checkout/checkout.js';
import type { Order } from '../src/domain/order/order.js';
import { insertWrite, type Rows, replaceWrite, type Write } from '../src/ports.js';
import { openStore } from '../src/store/open-store.js';
import { systemIds } from '../src/system.js';

/** Buyer name on every order, so that a search for it matches all of them. */
export const COMMON = 'Robin Miller';
/** Orders per person. */
const EACH = 20;
/** Orders per transaction, each with its cart. */
const PORTION = 250;
/** Number of days over which the orders are spread. Less than a year, so that a one-year query finds all of them. */
const DAYS = 300;
export const DAY = 24 * 60 * 60 * 1000;

export function addressOf(person: number): string {
  return `robin-${person}@example.com`;
}

/** Inserts `count` copies of an order and its cart into the file of a running portal. Returns the shop's id. */
export async function makeOrders(database: string, id: string, count: number): Promise<string> {
  const store = await openStore(database, { create: false, needsLogKey: true, syncs: 'on close' });
  try {
    const { model, shop } = await store.read((rows) => {
      const found = modelOf(rows, id);
      const { order } = found;
      return { model: found, shop: rows.get('shop', order.shop_id) };
    });
    if (!shop) throw new Error('the order to copy is of no shop');
    // Without a retention period, erasure removes the buyer from these orders.
    const settings = { ...shop.settings, order_retention_years: 0 };
    await store.update(() => ({ writes: [replaceWrite('shop', shop, { ...shop, settings })], result: undefined }));
    for (let first = 0; first < count; first += PORTION) {
      const copies = Array.from({ length: Math.min(PORTION, count - first) }, (_, index) => {
        const ids = { order: systemIds.next('ord'), checkout: systemIds.next('chk') };
        const ago = Math.floor((DAYS * DAY * (first + index)) / count);
        return copied(model, first + index, ids, model.order.created_at - ago);
      });
      await store.update(() => ({ writes: copies.flat(), result: undefined }));
    }
    return shop.id;
  } finally {
    await store.close();
  }
}

/** An order and its checkout. */
export interface Model {
  readonly order: Order;
  readonly checkout: Checkout;
}

export function modelOf(rows: Rows, orderId: string): Model {
  const order = rows.get('order', orderId);
  const checkout = order && rows.get('checkout', order.checkout_id);
  if (!checkout) throw new Error('there is no order to copy');
  return { order, checkout };
}

/** Ids of one copy. */
export interface CopyIds {
  readonly order: string;
  readonly checkout: string;
}

export function copied({ order, checkout }: Model, index: number, ids: CopyIds, created_at: number): Write[] {
  const person = Math.floor(index / EACH);
  const [first_name, last_name] = ['Robin', 'Miller'];
  const buyer = { ...order.buyer, email: addressOf(person), full_name: COMMON, first_name, last_name };
  const stamps = { buyer, buyer_id: `person-${person}`, created_at, updated_at: created_at };
  return [
    insertWrite('checkout', { ...checkout, ...stamps, id: ids.checkout, order_id: ids.order }),
    insertWrite('order', { ...order, ...stamps, id: ids.order, checkout_id: ids.checkout, display_id: `C-${index}` }),
  ];
}
