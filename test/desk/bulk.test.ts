import { afterAll, beforeAll, expect, test } from 'vitest';
import { required } from '../../src/domain/values/required.js';
import { insertWrite } from '../../src/ports.js';
import { placeOrder, readyCart, type Shopper, shippedCart, shopper } from '../actors/shopper.js';
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
/** More than a month is long, and less than two. Milliseconds. */
const MONTH = 32 * 24 * 60 * 60 * 1000;
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

test('asks for tracking numbers only where units are left that go out by parcel', async () => {
  const [parcel, sent] = [
    await placeOrder(buyer, await shippedCart(buyer)),
    await placeOrder(buyer, await shippedCart(buyer)),
  ];
  await owner.post(`${desk}/ship-orders`, fieldsOf(await owner.get(`${desk}/ship-orders?${chosen([sent])}`)));
  const { text } = await owner.get(`${desk}/ship-orders?${chosen([parcel, sent, await bought()])}`);
  expect(text.match(/id="tracking-[^"]+"/g)).toEqual([`id="tracking-${parcel}"`]);
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
  const { created_at = 0 } = (await rowOf(order)) ?? {};
  const of = async (time: number) =>
    (await owner.get(`${desk}/orders.csv?month=${new Date(time).toISOString().slice(0, 7)}`)).text.includes(order);
  expect([await of(created_at), await of(created_at - MONTH), await of(created_at + MONTH)]).toEqual([
    true,
    false,
    false,
  ]);
  const month = await owner.get(`${desk}/order-lines.csv?month=2026-10`);
  expect(month.headers.get('content-disposition')).toBe('attachment; filename="lines-2026-10.csv"');
  expect((await owner.get(`${desk}/orders.csv?month=`)).text).toContain(order);
  const invalid = await owner.get(`${desk}/orders.csv?month=2026-13`);
  expect([invalid.status, invalid.text.includes(order)]).toEqual([400, false]);
  expect(warnings).toEqual([]);
  const lines = (await owner.get(`${desk}/order-lines.csv`)).text.trim().split('\n');
  expect(lines.filter((line) => line.includes(other))).toHaveLength(2);
  const catalogue = 'catalogue@merchant.example.test';
  await addStaff(scene, catalogue, 'catalogue');
  expect((await (await signIn(scene, catalogue)).get(`${desk}/orders.csv`)).status).toBe(403);
});

/** Stores copies of an order, which are quicker than purchases. */
async function copyOrder(id: string, count: number): Promise<void> {
  const { store } = scene.portal.app;
  const row = required(await rowOf(id), 'order');
  const checkout = required(await store.read((rows) => rows.get('checkout', row.checkout_id)), 'checkout');
  const copies = Array.from({ length: count }, (_, index) => `${id}${index}`);
  const writes = copies.flatMap((copy) => [
    insertWrite('checkout', { ...checkout, id: copy, order_id: copy, version: 0 }),
    insertWrite('order', { ...row, id: copy, display_id: copy, checkout_id: copy, version: 0 }),
  ]);
  await store.update(() => ({ writes, result: undefined }));
}

test('chooses all orders of a filter, 50 on each page, and says how many and that more follow', async () => {
  const list = await owner.get(`${desk}/orders?status=processing`);
  expect(list.text).not.toContain(' checked');
  const path = /<a href="([^"]*chosen=all)">Choose all</.exec(list.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
  expect(path).toBe('orders?status=processing&chosen=all');
  const few = await bought();
  const all = await owner.get(`${desk}/${path}`);
  const checked = [...all.text.matchAll(/name="order" value="([^"]+)"[^>]* checked>/g)].map(([, id]) => id);
  expect(checked).toContain(few);
  expect(all.text).toContain(
    `<p role="status">${checked.length === 1 ? '1 order is' : `${checked.length} orders are`} chosen.</p>`,
  );
  expect(all.text).toContain('<a href="orders?status=processing">Choose none</a>');
  await copyOrder(few, 50);
  const full = await owner.get(`${desk}/${path}`);
  expect(full.text.match(/ checked>/g)).toHaveLength(50);
  expect(full.text).toContain('50 orders are chosen. More follow on the next page.');
  expect(full.text).toMatch(/<a href="orders\?status=processing&amp;cursor=[^"]+&amp;chosen=all" rel="next">/);
});
