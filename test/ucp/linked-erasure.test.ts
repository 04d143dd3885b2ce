import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectAs } from '../account/scene.js';
import { type RegistryCaller, registryCaller } from '../actors/registry-caller.js';
import { callTool } from '../oauth/assistant.js';
import { fullKey } from '../support/tenants.js';
import { mugs, PAYMENT, ready } from './bodies.js';
import { callFor, type Link, type LinkedShop, linkAs, openLinkedShop, personWith } from './linked.js';

/** A person who has carts and orders with grants alone is exported and erased by their mail address. */

const VERSION = '2026-08-25';
const SESSIONS = '/checkout-sessions';

let shop: LinkedShop;
let owner: RegistryCaller;
beforeAll(async () => {
  shop = await openLinkedShop(VERSION);
  owner = registryCaller(() => shop.portal.url, await fullKey(shop.portal, 'organization'));
});
afterAll(() => shop.portal.close());

const idOf = (one: Pick<Link, 'tokens'>, path: string, body: object): Promise<string> =>
  callFor(shop, VERSION, one, ['POST', path, body]).then(({ json }) => json.id);

/** Leaves a platform cart and a checkout without a buyer, and an order whose buyer has another address. */
async function useLink(one: Pick<Link, 'tokens'>) {
  const cart = await idOf(one, '/carts', { line_items: mugs() });
  const checkout = await idOf(one, SESSIONS, { line_items: mugs() });
  const paid = await idOf(one, SESSIONS, ready());
  const { json } = await callFor(shop, VERSION, one, ['POST', `${SESSIONS}/${paid}/complete`, PAYMENT]);
  return { carts: [cart, checkout, paid], order: String(json.order.id) };
}

const readBuyers = ({ carts, order }: Awaited<ReturnType<typeof useLink>>) =>
  shop.portal.app.store.read((rows) => [
    ...carts.map((id) => rows.get('platform_cart', id) ?? rows.get('checkout', id)),
    rows.get('order', order),
  ]);

test('carts and orders of grants belong to the person who gave them, with any address or none', async () => {
  const { shop_id } = shop.portal.demo;
  const settings = await owner.ok('get_shop_settings', { shop_id });
  await owner.ok('update_shop_settings', { ...settings, shop_id, order_retention_years: 0 });
  const email = 'linked@buyer.example.test';
  const visitor = await personWith(shop, email);
  const theirs = await useLink(await linkAs(shop, visitor));
  const others = await useLink(await linkAs(shop, await personWith(shop, 'other@buyer.example.test')));
  const before = await readBuyers(others);
  const { tokens } = await connectAs(shop.scene, visitor);
  const added = await callTool(shop.portal.url, tokens.access_token, 'add_line_items', { line_items: mugs() });
  const cart: string = /chk_[0-9a-f-]{36}/.exec(JSON.stringify(added.json))?.[0] ?? '';

  const exported = await owner.ok('export_personal_data', { email });
  const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id).sort();
  expect(ids(exported.carts)).toEqual([...theirs.carts, cart].sort());
  expect(ids(exported.orders)).toEqual([theirs.order]);

  const report = await owner.ok('erase_personal_data', { email });
  expect(report).toMatchObject({ orders_erased: 1, carts_erased: 4, carts_kept: 0, orders_kept: [] });
  expect(JSON.stringify(await readBuyers(theirs))).not.toMatch(/grt_|ada@example/);
  expect(await owner.ok('export_personal_data', { email })).toMatchObject({ carts: [], orders: [] });
  expect(await readBuyers(others)).toEqual(before);
});
