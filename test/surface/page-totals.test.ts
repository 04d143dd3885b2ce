import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderOnAccount, readyCart, type Shopper, shopper, totalOf } from '../actors/shopper.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { addDiscounts, changeItem, changeSettings } from '../support/tenants.js';
import { setStock } from './messages/scene.js';

/** The pages list each discount and fee in the summary. */

let portal: TestPortal;
let by: Shopper;
beforeAll(async () => {
  portal = await startPortal();
  by = shopper(portal, { buyer: 'ada' });
  await addDiscounts(portal, portal.demo.shop_id, [
    { code: 'TENTH', title: 'A tenth <off>' },
    { code: 'AUTO', title: 'For everybody', automatic: true, value_ppm: 10_000 },
    { code: 'LONE', title: 'Less', value_ppm: 1_000, combinable: false },
  ]);
  await changeSettings(portal, {
    fees: [
      { id: 'packing', title: 'Packing', price: { type: 'fixed', amount: 150 }, tax_category: 'standard' },
      { id: 'service', title: 'Service', price: { type: 'percent', value_ppm: 10_000 }, tax_category: 'standard' },
    ],
  });
});
afterAll(() => portal.close());

/** Returns the rows of the totals table, each as `name: amount`. */
async function rowsOf(url: string, language: string): Promise<string[]> {
  const text = await (await fetch(url, { headers: { 'accept-language': language } })).text();
  return [...text.matchAll(/<th scope="row">(.*?)<\/th><td>(.*?)<\/td>/g)].map(
    ([, name = '', amount]) => `${name.replaceAll(/ <button.*?<\/button>|<[^>]+>/g, '')}: ${amount}`,
  );
}

test("lists discounts and fees by name on the pages of checkout and order, with amounts in the reader's format", async () => {
  const { id: checkout_id } = await readyCart(by);
  for (const code of ['MUG5', 'TENTH', 'LONE']) await by.ok('apply_discount', { checkout_id, code });
  const { data } = await by.ok('get_checkout', { checkout_id });
  const rows = [
    'Subtotal: $60.00',
    '$5.00 off mugs and bowls for the morning (MUG5): -$5.00',
    'For everybody: -$0.55',
    'A tenth &lt;off&gt; (TENTH): -$5.45',
    'Delivery: Free',
    'Tax 7.25%: $3.70',
    'Packing: $1.50',
    'Service: $0.49',
    'Total: $54.69',
  ];
  expect(await rowsOf(data.continue_url, 'en')).toEqual(rows);
  const page = await (await fetch(data.continue_url)).text();
  expect(page).toContain('A discount has no effect, since it cannot be combined');
  const order_id = await orderOnAccount(by, { id: checkout_id, total: totalOf(data) });
  const order = (await by.ok('get_order', { order_id })).data;
  const confirmed = rows.map((row) => row.replace('Tax 7.25%', 'Tax 7.25% (on $50.99)'));
  expect(await rowsOf(order.permalink_url, 'en')).toEqual(confirmed);
  const german = await rowsOf(order.permalink_url, 'de');
  expect(german.slice(1, 3)).toEqual([
    '$5.00 off mugs and bowls for the morning (MUG5): -5,00\u00a0$',
    'For everybody: -0,55\u00a0$',
  ]);
  expect(german).toContain('Packing: 1,50\u00a0$');
});

test('shows on both pages which units come later', async () => {
  by = shopper(portal, { buyer: 'bob' });
  await changeItem(portal, 'enamel-mug', { backorder: { days: 30 } });
  await setStock(portal, 'enamel-mug', 0);
  const { id: checkout_id } = await readyCart(by);
  const { data } = await by.ok('get_checkout', { checkout_id });
  const cart = await (await fetch(data.continue_url)).text();
  expect(cart).toContain('Some of Enamel camp mug is not in stock and comes later.');
  const order_id = await orderOnAccount(by, { id: checkout_id, total: totalOf(data) });
  const order = (await by.ok('get_order', { order_id })).data;
  const page = await (await fetch(order.permalink_url)).text();
  expect(page).toMatch(/2 of 2 units of &quot;Enamel camp mug&quot; come later: by \w+ \d+, 20\d\d\./);
});
