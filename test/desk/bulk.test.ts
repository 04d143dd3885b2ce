import { afterAll, beforeAll, expect, test } from 'vitest';
import { placeOrder, readyCart, type Shopper, shopper } from '../actors/shopper.js';
import type { Visited, Visitor } from '../actors/visitor.js';
import type { MailScene } from '../mail/mail-scene.js';
import { addStaff, OWNER, openDeskScene, signIn } from './scene.js';

/** Tests what staff do with several orders at once. */

let scene: MailScene;
let buyer: Shopper;
let owner: Visitor;
let desk: string;
beforeAll(async () => {
  scene = await openDeskScene();
  buyer = shopper(scene.portal);
  owner = await signIn(scene, OWNER);
  desk = `/desk/${scene.portal.demo.shop_id}`;
});
afterAll(() => scene.portal.close());

const bought = async () => placeOrder(buyer, await readyCart(buyer));
const rowOf = (order: string) => scene.portal.app.store.read((rows) => rows.get('order', order));
const chosen = (orders: readonly string[]) => orders.map((order) => `order=${order}`).join('&');

/** Returns the hidden fields of the form, whose names have dots. */
function fieldsOf({ text }: Visited): Record<string, string> {
  const found = text.slice(text.indexOf('<main')).matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g);
  return Object.fromEntries([...found].map(([, name = '', value = '']) => [name, value]));
}

test('ships the chosen orders, reports each, and ships nothing twice when the form is sent again', async () => {
  const [one, other, held] = [await bought(), await bought(), await bought()];
  await buyer.ok('hold_order', { order_id: held });
  const form = await owner.get(`${desk}/ship-orders?${chosen([one, other, held])}`);
  const fields = { ...fieldsOf(form), carrier: 'UPS' };
  const results = [await owner.post(`${desk}/ship-orders`, fields), await owner.post(`${desk}/ship-orders`, fields)];
  expect(results.map(({ status, text }) => [status, /<h1>([^<]+)/.exec(text)?.[1]])).toEqual([
    [200, '2 of 3 orders shipped'],
    [200, '0 of 3 orders shipped'],
  ]);
  expect(results[0]?.text).toMatch(/not shipped <small>[^<]*hold/);
  expect(results[1]?.text.match(/nothing was left to ship/g)).toHaveLength(2);
  const rows = await Promise.all([one, other, held].map(rowOf));
  expect(rows.map((row) => row?.fulfillment.events.length)).toEqual([1, 1, 0]);
});

test('ships no order that changed after the form was shown', async () => {
  const order = await bought();
  const form = await owner.get(`${desk}/ship-orders?${chosen([order])}`);
  await owner.post(`${desk}/orders/${order}/note`, {
    ...fieldsOf(form),
    version: String((await rowOf(order))?.version),
    note: 'Wait',
  });
  const { text } = await owner.post(`${desk}/ship-orders`, fieldsOf(form));
  expect(text).toContain('0 of 1 orders shipped');
  expect((await rowOf(order))?.status).toBe('processing');
});

test('offers no shipment to a role without it, and accepts none', async () => {
  const email = 'books@merchant.example.test';
  await addStaff(scene, email, 'books');
  const visitor = await signIn(scene, email);
  const order = await bought();
  const list = await visitor.get(`${desk}/orders`);
  expect(list.text).not.toContain('formaction="ship-orders"');
  expect((await visitor.get(`${desk}/ship-orders?${chosen([order])}`)).status).toBe(403);
  const fields = {
    form_token: fieldsOf(await visitor.get(`${desk}/orders`)).form_token ?? '',
    [`version.${order}`]: '1',
  };
  await visitor.post(`${desk}/ship-orders`, fields);
  expect((await owner.post(`${desk}/ship-orders`, { [`version.${order}`]: '1' })).status).toBe(403);
  expect((await rowOf(order))?.status).toBe('processing');
});

test('exports the orders that the filters choose as a table', async () => {
  const warnings: Error[] = [];
  process.on('warning', (warning) => warnings.push(warning));
  const [order, other] = [await bought(), await bought()];
  await owner.post(`${desk}/orders/${order}/cancel`, {
    ...fieldsOf(await owner.get(`${desk}/ship-orders?${chosen([order])}`)),
    version: String((await rowOf(order))?.version),
  });
  const { text, headers } = await owner.get(`${desk}/orders.csv?status=canceled`);
  expect(headers.get('content-disposition')).toBe('attachment; filename="orders.csv"');
  expect(text).toMatch(/^number,order_id,/);
  expect(text).toContain(order);
  expect(text).not.toContain(other);
  expect(
    (await owner.get(`${desk}/orders.csv?query=${encodeURIComponent('!!')}`)).text.trim().split('\n'),
  ).toHaveLength(1);
  expect(warnings).toEqual([]);
  const lines = (await owner.get(`${desk}/order-lines.csv`)).text.trim().split('\n');
  expect(lines.filter((line) => line.includes(other))).toHaveLength(2);
  const catalogue = 'catalogue@merchant.example.test';
  await addStaff(scene, catalogue, 'catalogue');
  expect((await (await signIn(scene, catalogue)).get(`${desk}/orders.csv`)).status).toBe(403);
});
