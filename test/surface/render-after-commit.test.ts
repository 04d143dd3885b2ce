import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Decision, Rows } from '../../src/ports.js';
import { placeOrder, readyCart, type Shopper, shopper } from '../actors/shopper.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { anotherKey } from '../support/tenants.js';
import { WrappedStore } from '../support/wrapped-store.js';

/** A response rendered after the commit uses the rows of the decision, without further reads. */

type Args = Readonly<Record<string, unknown>>;

/** A store whose decisions cannot read rows once they have returned. */
class ClosingStore extends WrappedStore {
  override update<R>(decide: (rows: Rows) => Decision<R>): Promise<R> {
    return super.update((rows) => {
      const { closing, close } = closable(rows);
      try {
        return decide(closing);
      } finally {
        close();
      }
    });
  }
}

function closable(rows: Rows) {
  let isClosed = false;
  const closing = new Proxy(rows, {
    get(target, name) {
      if (isClosed) throw new Error(`${String(name)} was read after the decision`);
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
  const close = () => {
    isClosed = true;
  };
  return { closing, close };
}

let portal: TestPortal;
let key: string;
beforeAll(async () => {
  portal = await startPortal({ engine: (opened) => new ClosingStore(opened) });
  ({ key } = await anotherKey(portal, 'deployment', { scopes: ['commerce', 'fulfillment'] }));
});
afterAll(() => portal.close());

const CART_CHANGES: readonly (readonly [operation: string, args: Args])[] = [
  ['add_line_items', { line_items: [{ item: { id: 'enamel-mug' }, quantity: 1, id: 'other' }] }],
  ['update_line_item', { line_item_id: 'mug', quantity: 3 }],
  ['set_buyer', { buyer: { email: 'grace@example.com' } }],
  ['set_destination', { destination: { address_country: 'US', address_region: 'OR', postal_code: '97201' } }],
  ['select_fulfillment', { selected_option_id: 'pickup-portland' }],
  ['remove_line_item', { line_item_id: 'tee' }],
  ['cancel_checkout', {}],
];

const ORDER_CHANGES: readonly (readonly [operation: string, args: Args])[] = [
  ['hold_order', { reason: 'Checked' }],
  ['release_order', {}],
  ['record_fulfillment_event', { type: 'picked_up', line_items: [{ id: 'mug', quantity: 2 }] }],
  ['adjust_order', { type: 'return', line_items: [{ id: 'mug', quantity: 1 }], reason: 'Too small' }],
];

/**
 * Makes changes, with or without an idempotency key. Returns the `data` of their responses, and that of the read after
 * each change.
 */
async function changes(
  by: Shopper,
  made: typeof CART_CHANGES,
  named: Args,
  read: string,
  headers: (index: number) => Readonly<Record<string, string>>,
) {
  const shown: unknown[] = [];
  const next: unknown[] = [];
  for (const [index, [operation, args]] of made.entries()) {
    // Variants B and F of a cart differ in `ucp`. Of the other members, B has only some.
    const { ucp, ...data } = (await by.ok(operation, { ...named, ...args }, headers(index))).data;
    shown.push(data);
    next.push((await by.ok(read, named)).data);
  }
  return { shown, next };
}

const without = () => ({});
const keyed = (index: number) => ({ 'idempotency-key': `change-${index}` });

test.each([
  ['without an idempotency key', without],
  ['with an idempotency key', keyed],
])('responds to changes of a cart %s with the same cart as the next read', async (name, headers) => {
  const by = shopper(portal, { key, buyer: `cart-${name.replaceAll(' ', '-')}` });
  const { id: checkout_id } = await readyCart(by);
  const { shown, next } = await changes(by, CART_CHANGES, { checkout_id }, 'get_checkout', headers);
  expect(next).toMatchObject(shown);
});

test.each([
  ['without an idempotency key', without],
  ['with an idempotency key', keyed],
])('responds to changes of an order %s with the same order as the next read', async (name, headers) => {
  const by = shopper(portal, { key, buyer: `order-${name.replaceAll(' ', '-')}` });
  const order_id = await placeOrder(by, await readyCart(by));
  const { shown, next } = await changes(by, ORDER_CHANGES, { order_id }, 'get_order', headers);
  expect(next).toMatchObject(shown);
});
