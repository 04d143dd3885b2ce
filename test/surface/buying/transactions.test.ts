import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Decision, Rows, Store } from '../../../src/ports.js';
import { type Shopper, shopper } from '../../actors/shopper.js';
import { startPortal, type TestPortal } from '../../support/portal.js';
import { addDiscounts } from '../../support/tenants.js';
import { WrappedStore } from '../../support/wrapped-store.js';
import { APPROVED, INVOICE, MUG, WINE } from './ways.js';

/** Counts the transactions that write. */
class CountingStore extends WrappedStore {
  writing = 0;

  override async update<R>(decide: (rows: Rows) => Decision<R>): Promise<R> {
    let isWriting = false;
    const result = await super.update((rows) => {
      const decision = decide(rows);
      // When a key was last used is written beside the calls.
      isWriting = decision.writes.some((write) => write.type !== 'put' || write.table !== 'api_key');
      return decision;
    });
    if (isWriting) this.writing += 1;
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

const PAID = { ...MUG, max_total: 5_000 };
const FREE = { ...MUG, discount_codes: ['ALL'], max_total: 0 };

test.each([
  // One is a note of the sandbox.
  ['three transactions for an order by card', 3, { ...PAID, payment: APPROVED }],
  ['one transaction for an order by invoice', 1, { ...PAID, payment: INVOICE }],
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
