import { systemIds } from '../src/app.js';
import type { Checkout } from '../src/domain/checkout/checkout.js';
import type { Order } from '../src/domain/order/order.js';
import { inserted, replaced, type Write } from '../src/ports.js';
import { openStore } from '../src/store/open-store.js';

/** Words that all orders have, of their buyers' names. */
export const COMMON = 'Robin Miller';
/** Orders of each person. */
const EACH = 20;
/** Orders, each with its cart, in one transaction. */
const PORTION = 250;
/** So that a year has all of them. */
const DAYS = 300;
const DAY = 24 * 60 * 60 * 1000;

export function addressOf(person: number): string {
  return `robin-${person}@example.com`;
}

/** Copies an order, and the cart it is of, so many times, in the file, beside the portal that serves it. Answers the id of its shop. */
export async function makeOrders(database: string, id: string, count: number): Promise<string> {
  const store = await openStore(database, { create: false, needsLogKey: true, syncs: 'on close' });
  try {
    const model = await store.read((rows) => {
      const order = rows.get('order', id);
      const checkout = order && rows.get('checkout', order.checkout_id);
      const shop = order && rows.get('shop', order.shop_id);
      if (!shop || !checkout) throw new Error('there is no order to copy');
      return { order, checkout, shop };
    });
    // So that persons can be erased.
    const settings = { ...model.shop.settings, order_retention_years: 0 };
    await store.update(() => ({
      writes: [replaced('shop', model.shop, { ...model.shop, settings })],
      result: undefined,
    }));
    for (let first = 0; first < count; first += PORTION) {
      const copies = Array.from({ length: Math.min(PORTION, count - first) }, (_, index) =>
        copied(model, first + index, count),
      );
      await store.update(() => ({ writes: copies.flat(), result: undefined }));
    }
    return model.order.shop_id;
  } finally {
    await store.close();
  }
}

interface Model {
  readonly order: Order;
  readonly checkout: Checkout;
}

function copied({ order, checkout }: Model, index: number, count: number): Write[] {
  const person = Math.floor(index / EACH);
  const [first_name, last_name] = ['Robin', 'Miller'];
  const buyer = { ...order.buyer, email: addressOf(person), full_name: COMMON, first_name, last_name };
  const created_at = order.created_at - Math.floor((DAYS * DAY * index) / count);
  const stamps = { buyer, buyer_id: `person-${person}`, created_at, updated_at: created_at };
  const ids = { order: systemIds.next('ord'), checkout: systemIds.next('chk') };
  return [
    inserted('checkout', { ...checkout, ...stamps, id: ids.checkout, order_id: ids.order }),
    inserted('order', { ...order, ...stamps, id: ids.order, checkout_id: ids.checkout, display_id: `C-${index}` }),
  ];
}
