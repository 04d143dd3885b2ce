import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Shopper, shopper, totalOf } from '../actors/shopper.js';
import { type Answered, startPortal, type TestPortal } from '../support/portal.js';
import { stillClock } from '../support/still-clock.js';
import { addDiscounts, changeItem } from '../support/tenants.js';
import { volume } from '../support/volume.js';
import { keptIn } from '../surface/buying/kept.js';
import { buyStepByStep, INVOICE, type Wish } from '../surface/buying/ways.js';
import { expectSame } from './always.js';
import { purchases } from './generators/purchases.js';
import { shown } from './variants.js';

const RUNS = volume(40, 1_000);
const ITEMS = ['enamel-mug', 'shop-tee', 'coffee-beans', 'wool-throw', 'oregon-pinot-noir'];

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal({ clock: stillClock() });
  await addDiscounts(portal, portal.demo.shop_id, [
    { code: 'ALONE', combinable: false },
    { code: 'ODD', value_ppm: 33_333 },
    { code: 'AUTO', value_ppm: 12_345, minimum_subtotal: 5_000, automatic: true },
  ]);
  // Stock must not run out, since each purchase is made twice.
  for (const id of ITEMS) await changeItem(portal, id, { counted: false });
});
afterAll(() => portal.close());

let buyers = 0;
function someone(): Shopper {
  buyers += 1;
  return shopper(portal, { buyer: `buyer-${buyers}` });
}

/** Everything about an order that does not depend on how it was placed. */
async function orderOf(by: Shopper, { json }: Answered) {
  const { data } = await by.ok('get_order', { order_id: json.data.order.id });
  const { totals, buyer, billing_address, payment_status, discounts, fees, tax_lines, line_items, fulfillment } = data;
  const lines = line_items.map(({ id, parent_id, ...line }: Answered['json']) => line);
  const expectations = fulfillment.expectations.map(({ id, line_items: _of, ...one }: Answered['json']) => one);
  return { totals, buyer, billing_address, payment_status, discounts, fees, tax_lines, lines, expectations };
}

/** Buys both ways. Returns the outcome of the purchase in one call. */
async function compareWays(wish: Wish): Promise<string> {
  const [one, other] = [someone(), someone()];
  const bought = await one.send('buy', { ...wish, max_total: 10 ** 15, payment: INVOICE });
  const expected_total = bought.status === 200 ? totalOf(bought.json.data) : 0;
  const single = await buyStepByStep(other, wish, { expected_total, payment: INVOICE });
  const outcome: string = bought.json.error ?? bought.json.data.status;
  expect(single.json.error ?? single.json.data.status).toBe(outcome);
  if (bought.status === 200) {
    expectSame(shown(bought.json.data), shown(single.json.data));
    expectSame(await orderOf(one, bought), await orderOf(other, single));
  } else if (bought.json.detail.includes('is kept as')) {
    const kept = await one.ok('get_checkout', { checkout_id: keptIn(bought.json.detail) });
    expectSame(shown(kept.data), shown((await other.ok('get_cart', {})).data));
    expect(bought.json.detail.startsWith(single.json.detail)).toBe(true);
  } else {
    expect(bought.json.detail).toBe(single.json.detail);
  }
  return outcome;
}

it('buys the same in one call as in several, or is rejected for the same reason', async () => {
  const outcomes = new Set<string>();
  const property = fc.asyncProperty(purchases, async (wish) => void outcomes.add(await compareWays(wish)));
  await fc.assert(property, { numRuns: RUNS });
  expect([...outcomes]).toEqual(expect.arrayContaining(['completed', 'checkout_not_ready']));
});
