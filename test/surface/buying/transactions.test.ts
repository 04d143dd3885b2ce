import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Decision, Rows, Store } from '../../../src/ports.js';
import { registryCaller } from '../../actors/registry-caller.js';
import { type Shopper, shopper } from '../../actors/shopper.js';
import { startPortal, type TestPortal } from '../../support/portal.js';
import { addDiscounts } from '../../support/tenants.js';
import { WrappedStore } from '../../support/wrapped-store.js';
import { INVOICE, MUG, WINE } from './ways.js';

/** Counts the transactions that write, and can make a change after one that does not. */
class CountingStore extends WrappedStore {
  writing = 0;
  afterRead: (() => Promise<unknown>) | undefined;

  override async update<R>(decide: (rows: Rows) => Decision<R>): Promise<R> {
    let isWriting = false;
    const result = await super.update((rows) => {
      const decision = decide(rows);
      // When a key was last used is written beside the calls.
      isWriting = decision.writes.some((write) => write.type !== 'put' || write.table !== 'api_key');
      return decision;
    });
    if (isWriting) this.writing += 1;
    const change = isWriting ? undefined : this.afterRead;
    if (change) this.afterRead = undefined;
    await change?.();
    return result;
  }
}

let store: CountingStore;
let portal: TestPortal;
let by: Shopper;
beforeAll(async () => {
  portal = await startPortal({
    engine: (inner: Store) => {
      store = new CountingStore(inner);
      return store;
    },
  });
  by = shopper(portal, { buyer: 'ada' });
  await addDiscounts(portal, portal.demo.shop_id, [{ code: 'ALL', value_ppm: 1_000_000 }]);
});
afterAll(() => portal.close());
beforeEach(() => {
  store.writing = 0;
});

const FREE = { ...MUG, discount_codes: ['ALL'], max_total: 0 };

test.each([
  ['two transactions for a paid order', 2, { ...MUG, max_total: 5_000, payment: INVOICE }],
  ['one transaction for a free order', 1, FREE],
])('writes %s', async (_name, count, args) => {
  await by.ok('buy', args);
  expect(store.writing).toBe(count);
});

test('writes one transaction for a purchase that is kept for the buyer, and none for one above the limit', async () => {
  await by.refused('buy', { ...WINE, max_total: 90_000, payment: INVOICE }, 'checkout_not_ready');
  expect(store.writing).toBe(1);
  await by.refused('buy', { ...MUG, max_total: 1, payment: INVOICE }, 'total_changed');
  expect(store.writing).toBe(1);
});

test('charges a purchase that costs something by the time its free order is written', async () => {
  const owner = registryCaller(() => portal.url, portal.demo.organization_key);
  const gift = { shop_id: portal.demo.shop_id, item_id: 'gift', title: 'Gift', fulfillment_types: ['pickup'] };
  await owner.ok('put_item', { ...gift, price: 0 });
  const args = { ...MUG, line_items: [{ item: { id: 'gift' }, quantity: 1 }], selected_option_id: 'pickup-portland' };
  store.afterRead = () => owner.ok('put_item', { ...gift, price: 2_500 });
  const { data } = await by.ok('buy', { ...args, max_total: 5_000, payment: INVOICE });
  const { data: order } = await by.ok('get_order', { order_id: data.order.id });
  expect(order.payment).toMatchObject({ handler_id: 'invoice', amount_paid: 0 });
});

test('rejects a free purchase whose item is sold out before its order is written, and keeps nothing', async () => {
  const line_items = [{ item: { id: 'copper-saucepan' }, quantity: 1 }];
  const other = shopper(portal, { buyer: 'bob' });
  store.afterRead = () => other.ok('buy', { ...MUG, line_items, max_total: 90_000, payment: INVOICE });
  await by.refused('buy', { ...FREE, line_items }, 'out_of_stock');
  // Those of the other buyer's order.
  expect(store.writing).toBe(2);
});
