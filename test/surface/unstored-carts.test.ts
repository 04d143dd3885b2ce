import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RegistryCaller, registryCaller } from '../actors/registry-caller.js';
import { copyDatabase } from '../support/database-copy.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** An unchanged cart has no row (docs/checkout.md). The first write stores the cart under the id that readers got. */

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

const buyer = (name?: string) => registryCaller(() => portal.url, portal.demo.deployment_key, name);
const carts = async () =>
  (await portal.app.store.list('checkouts', { organization_id: portal.demo.organization_id }, undefined, 100)).entries;
const add = (by: RegistryCaller, checkout_id: string, headers = {}, id = 'enamel-mug') =>
  by.send('add_line_items', { checkout_id, line_items: [{ item: { id }, quantity: 1 }] }, headers);

it('returns the same unstored cart to every read of its buyer, and writes nothing', async () => {
  const by = buyer('reader');
  const before = await carts();
  const first = await by.send('get_cart', {});
  const { id, line_items, status } = first.json.data;
  expect([first.headers.get('etag'), line_items, status]).toEqual(['"0"', [], 'incomplete']);
  expect((await by.ok('get_cart', {})).id).toBe(id);
  expect((await by.ok('get_checkout', { checkout_id: id })).id).toBe(id);
  const head = await portal.request('HEAD', '/api/commerce/checkouts/current', { headers: { 'x-buyer-id': 'reader' } });
  expect([head.status, head.headers.get('etag')]).toEqual([200, '"0"']);
  expect(await carts()).toEqual(before);
});

it('stores the cart at the first write, which may be conditional on the version that was read', async () => {
  const by = buyer('writer');
  const { id } = await by.ok('get_cart', {});
  expect(await add(by, id, { 'if-match': '"0"' })).toMatchObject({ status: 200, json: { data: { id } } });
  expect((await add(by, id, { 'if-match': '"0"' })).json.error).toBe('version_conflict');
  expect((await by.send('get_cart', {})).headers.get('etag')).toBe('"1"');
});

it('stores one row when two calls make the first write concurrently', async () => {
  const by = buyer('racer');
  const { id } = await by.ok('get_cart', {});
  const both = await Promise.all([add(by, id), add(by, id, {}, 'preserving-ebook')]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect((await by.ok('get_cart', {})).line_items).toHaveLength(2);
  expect((await carts()).filter(({ buyer_id }) => buyer_id === 'racer').map((cart) => cart.id)).toEqual([id]);
});

it('starts another unstored cart after the previous one ended', async () => {
  const by = buyer('often');
  const ids = new Set<string>();
  for (let n = 1; n <= 20; n += 1) {
    const { id } = await by.ok('get_cart', {});
    ids.add(id);
    expect(ids.size).toBe(n);
    await by.ok('cancel_checkout', { checkout_id: id });
    expect((await by.ok('get_checkout', { checkout_id: id })).status).toBe('canceled');
  }
});

it('returns the cart of an older state of the database after that was restored', async () => {
  const { id } = await buyer('restored').ok('get_cart', {});
  const folder = temporaryFolder();
  const database = join(folder, 'older.db');
  await copyDatabase(portal.database, database);
  for (let n = 1; n <= 3; n += 1)
    await buyer('restored').ok('cancel_checkout', { checkout_id: (await buyer('restored').ok('get_cart', {})).id });
  const older = await startPortal({ database });
  const by = registryCaller(() => older.url, portal.demo.deployment_key, 'restored');
  expect((await by.ok('get_cart', {})).id).toBe(id);
  await older.close();
  rmSync(folder, { recursive: true });
});

it('hides an unstored cart from other buyers', async () => {
  const { id } = await buyer('owner').ok('get_cart', {});
  for (const other of [buyer('other'), buyer()]) {
    expect((await other.ok('get_cart', {})).id).not.toBe(id);
    expect((await add(other, id)).json.error).toBe('checkout_not_found');
  }
});

it('shows an empty page until the cart is filled, and accepts no write through it', async () => {
  const by = buyer('visitor');
  const { id, continue_url } = await by.ok('get_cart', {});
  const page = async () => portal.request('GET', continue_url.slice(portal.url.length), { key: null });
  const empty = await page();
  expect(empty.status).toBe(200);
  expect(empty.text).toContain('cart is empty');
  const path = `${continue_url.slice(portal.url.length)}/save`;
  const form = {
    raw: 'version=0&buyer.email=a%40b.example',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  };
  const before = await carts();
  await portal.request('POST', path, { key: null, ...form });
  expect(await carts()).toEqual(before);
  await add(by, id);
  expect((await page()).text).toContain('Enamel');
});
