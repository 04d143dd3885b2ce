import { afterAll, beforeAll, expect, test } from 'vitest';
import { Merchant } from '../actors/merchant.js';
import { orderOnAccount, readyCart, type Shopper, shopper } from '../actors/shopper.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { anotherKey, changeItem } from '../support/tenants.js';

/** Pages are cached while their data is unchanged. Here another process changes the data. */

let portal: TestPortal;
let other: TestPortal;
let there: { readonly agent: Shopper; readonly shop: Merchant; readonly seller: Shopper };
beforeAll(async () => {
  portal = await startPortal();
  other = await startPortal({ database: portal.database });
  const { key } = await anotherKey(other, 'deployment', { scopes: ['commerce', 'fulfillment'] });
  const agent = shopper({ ...other, demo: portal.demo }, { buyer: 'ada' });
  there = { agent, shop: new Merchant({ ...other, demo: portal.demo }), seller: shopper(other, { key }) };
});
afterAll(async () => {
  await other.close();
  await portal.close();
});

const at = (url: string) => `${portal.url}${new URL(url).pathname}`;
const pageAt = async (url: string, language = 'en') =>
  (await fetch(at(url), { headers: { 'accept-language': language } })).text();

test("shows another process's changes on the page of a checkout", async () => {
  const { id: checkout_id } = await readyCart(shopper(portal, { buyer: 'ada' }));
  const { continue_url } = (await there.agent.ok('get_checkout', { checkout_id })).data;
  const before = await pageAt(continue_url);
  expect(await pageAt(continue_url)).toBe(before);
  expect(await pageAt(continue_url, 'de')).toContain('Ihre Bestellung');
  expect(await pageAt(continue_url)).toBe(before);

  await there.agent.ok('set_buyer', { checkout_id, buyer: { email: 'new@example.com' } });
  expect(await pageAt(continue_url)).toContain('new@example.com');
  await there.agent.ok('set_destination', {
    checkout_id,
    destination: { address_country: 'US', instructions: 'Ring twice' },
  });
  expect(await pageAt(continue_url)).toContain('Ring twice');
  await changeItem(other, 'enamel-mug', { title: 'Blue mug' });
  expect(await pageAt(continue_url)).toContain('Blue mug');
  await there.shop.changeSettings(({ brand }) => ({ brand: { ...brand, name: 'Renamed shop' } }));
  expect(await pageAt(continue_url)).toContain('Renamed shop');
});

test("shows another process's changes on the page of an order", async () => {
  const by = shopper(portal, { buyer: 'bob' });
  const order_id = await orderOnAccount(by, await readyCart(by));
  const { permalink_url } = (await by.ok('get_order', { order_id })).data;
  const before = await pageAt(permalink_url);
  expect(await pageAt(permalink_url)).toBe(before);
  expect(await pageAt(permalink_url, 'fr')).toContain('Historique');

  await there.seller.ok('hold_order', { order_id, reason: 'Counting stock', visible: true });
  expect(await pageAt(permalink_url)).toContain('Counting stock');
  await there.seller.ok('release_order', { order_id });
  expect(await pageAt(permalink_url)).toContain('Released');
  await there.shop.changeSettings(({ brand }) => ({ brand: { ...brand, name: 'Named again' } }));
  expect(await pageAt(permalink_url)).toContain('Named again');
});
