import { afterAll, beforeAll, expect, test } from 'vitest';
import { registryCaller } from '../actors/registry-caller.js';
import { placeOrder, readyCart, shopper } from '../actors/shopper.js';
import type { Visitor } from '../actors/visitor.js';
import type { MailScene } from '../mail/mail-scene.js';
import { fullKey } from '../support/tenants.js';
import { deskPaths, OWNER, openDeskScene, signIn } from './scene.js';

/** Measures what a browser receives for the pages of the desk, without pictures. */

const MAX_BYTES = 60_000;
const ORDERS = 30;
const ITEMS = 500;

let scene: MailScene;
let owner: Visitor;
let order: string;
beforeAll(async () => {
  scene = await openDeskScene();
  owner = await signIn(scene, OWNER);
  const api = registryCaller(() => scene.portal.url, await fullKey(scene.portal, 'organization'));
  const items = Array.from({ length: ITEMS }, (_item, index) => ({
    ...{ id: `bowl-${index}`, title: `Bowl ${index} of enameled steel`, price: 100 + index },
    fulfillment_types: ['shipping'],
  }));
  await api.ok('import_items', { shop_id: scene.portal.demo.shop_id, items });
  const buyer = shopper(scene.portal);
  for (let placed = 0; placed < ORDERS; placed += 1) order = await placeOrder(buyer, await readyCart(buyer));
});
afterAll(() => scene.portal.close());

/** Returns the bytes of a body as it was sent. */
async function lengthOf(path: string, coding: string) {
  const { headers, text } = await owner.send('GET', path, undefined, { 'accept-encoding': coding });
  return { bytes: Number(headers.get('content-length')), text, coding: headers.get('content-encoding') };
}

test('sends at most 60 kB for each page and its style', async () => {
  const page = await lengthOf('/desk', 'gzip');
  const assets = [...page.text.matchAll(/href="\.(\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
  const styles = await Promise.all(assets.map((path) => lengthOf(path, 'br')));
  expect(styles.map(({ coding }) => coding)).toEqual(['br', 'br']);
  const style = styles.reduce((sum, { bytes }) => sum + bytes, 0);
  for (const path of deskPaths(scene.portal.demo.shop_id, order)) {
    const { bytes } = await lengthOf(path, 'gzip');
    expect({ path, bytes, isMeasured: bytes > 0 }).toEqual({ path, bytes, isMeasured: true });
    expect({ path, isSmall: bytes + style <= MAX_BYTES }).toEqual({ path, isSmall: true });
  }
});

test('compresses a page unless it shows a secret or others can choose a part of its address', async () => {
  const desk = `/desk/${scene.portal.demo.shop_id}`;
  expect((await lengthOf(`${desk}/items`, 'gzip')).coding).toBe('gzip');
  expect((await lengthOf(`${desk}/items`, 'identity')).coding).toBeNull();
  expect((await lengthOf(`${desk}/items?query=bowl`, 'gzip')).coding).toBeNull();
  for (const path of [`orders/${order}`, 'drafts'])
    expect((await lengthOf(`${desk}/${path}`, 'gzip')).coding).toBeNull();
});
