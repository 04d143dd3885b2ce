import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { itemKey } from '../../src/domain/shop/item.js';
import type { StaffMail } from '../../src/domain/webhook/notices.js';
import { enqueueDeliveries } from '../../src/outbox/enqueue.js';
import { type RegistryCaller, registryCaller } from '../actors/registry-caller.js';
import { placeOrder, readyCart } from '../actors/shopper.js';
import { Receiver } from '../delivery/receiver.js';
import { anotherKey, fullKey } from '../support/tenants.js';
import { type MailScene, openMailScene } from './mail-scene.js';
import { scripted } from './scripted-transport.js';

/** Tests the notices to the staff of a shop that are about no order. */

const STAFF = 'kim@shop.com';
const MUG = 'enamel-mug';
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let mail: ReturnType<typeof scripted>;
let scene: MailScene;
let owner: RegistryCaller;
let shop_id: string;
beforeEach(async () => {
  mail = scripted({ outcome: 'acknowledged', status: 250 });
  scene = await openMailScene({ mail, env: { PORTAL_LOCAL_ADDRESSES: '1' } });
  owner = registryCaller(() => scene.portal.url, await fullKey(scene.portal, 'organization'));
  shop_id = scene.portal.demo.shop_id;
  await setMail({ staff: [STAFF], low_stock: 5, disabled: ['placed', 'new_order'] });
  return () => scene.portal.close();
});

const receiver = new Receiver();
beforeAll(() => receiver.open());
afterAll(() => receiver.close());

async function setMail(settings: object): Promise<void> {
  const before = await owner.ok('get_shop_settings', { shop_id });
  await owner.ok('update_shop_settings', { ...before, shop_id, mail: settings });
}

/** Sets the stock to a counted number; null ends the counting. */
async function count(units: number | null): Promise<void> {
  const { stock } = await owner.ok('get_shop_item', { shop_id, item_id: MUG });
  await owner.ok('move_stock', { shop_id, item_id: MUG, to: units, expected: stock });
}

/** Places an order of two mugs. */
const buyMugs = async () => placeOrder(scene.merchant, await readyCart(scene.merchant));

/** Returns the notices about an object, oldest first. */
async function noticesOf(path: string) {
  const { entries } = await scene.portal.app.store.list('deliveries_about', { subject: path }, undefined, 50);
  return entries.flatMap(({ payload }) => {
    const { to, notice }: StaffMail = JSON.parse(payload ?? '{}');
    return { to, ...notice };
  });
}

const lowStock = () => noticesOf(`item/${itemKey(shop_id, MUG)}`);

test('reports a stock that falls below the threshold, once for each time', async () => {
  await count(6);
  expect(await lowStock()).toEqual([]);
  await buyMugs();
  const first = { to: STAFF, kind: 'low_stock', item_id: MUG, title: 'Enamel camp mug', stock: 4, threshold: 5 };
  expect(await lowStock()).toEqual([first]);
  await buyMugs();
  await count(1);
  expect(await lowStock()).toEqual([first]);
  await count(9);
  await count(1);
  expect(await lowStock()).toEqual([first, { ...first, stock: 1 }]);
  await expect.poll(() => mail.sent.length).toBe(2);
});

test('reports no stock without a threshold, or of an item that was not counted before', async () => {
  await count(3);
  await count(null);
  await count(3);
  expect(await lowStock()).toEqual([]);
  await count(5);
  await count(4);
  expect((await lowStock()).length).toBe(1);
  await setMail({ staff: [STAFF] });
  await count(9);
  await count(3);
  expect((await lowStock()).length).toBe(1);
});

/** Creates a webhook that rejects everything. Returns its id. */
async function deadWebhook(path: string): Promise<string> {
  receiver.answers(path, 404);
  return (await owner.ok('create_webhook', { url: `${receiver.url}${path}`, events: ['order.created'] })).id;
}

test('reports a dead event once a day for each webhook', async () => {
  const id = await deadWebhook('/dead?key=secret');
  const other = await deadWebhook('/other');
  const order = await buyMugs();
  await expect
    .poll(() => noticesOf(`webhook/${id}`))
    .toMatchObject([
      {
        to: STAFF,
        kind: 'dead_delivery',
        receiver: `${receiver.url} (${id})`,
        event: 'order.created',
        subject: `order/${order}`,
        outcome: 'refused',
        status: 404,
      },
    ]);
  await expect.poll(async () => (await noticesOf(`webhook/${other}`)).length).toBe(1);
  await buyMugs();
  await receiver.got('/dead?key=secret', 2);
  const dead = async () => (await owner.send('list_webhook_deliveries', { webhook_id: id, state: 'dead' })).json.data;
  await expect.poll(async () => (await dead()).length).toBe(2);
  expect((await noticesOf(`webhook/${id}`)).length).toBe(1);
  scene.clock.advance(DAY);
  await buyMugs();
  await expect.poll(async () => (await noticesOf(`webhook/${id}`)).length).toBe(2);
});

const waiting = async () => (await scene.portal.app.store.list('outbox_figures', {}, undefined, 1)).entries[0]?.waiting;

test('reports no dead notice about a dead event', async () => {
  mail.answer({ outcome: 'address_refused', status: 550 });
  const id = await deadWebhook('/loop');
  await buyMugs();
  await expect
    .poll(() => mail.sent.map(({ id: sent }) => sent))
    .toMatchObject([expect.stringContaining('.dead_delivery.')]);
  await expect.poll(waiting).toBe(0);
  expect((await noticesOf(`webhook/${id}`)).length).toBe(1);
  expect(await noticesOf(`mail/${shop_id}`)).toEqual([]);
});

test('reports dead mail of a shop once a day', async () => {
  mail.answer({ outcome: 'address_refused', status: 550 });
  await setMail({ staff: [STAFF] });
  await buyMugs();
  const about = () => noticesOf(`mail/${shop_id}`);
  await expect.poll(async () => (await about()).length).toBe(1);
  expect(await about()).toMatchObject([{ kind: 'dead_delivery', outcome: 'address_refused', status: 550 }]);
  await expect.poll(waiting).toBe(0);
  expect((await about()).length).toBe(1);
});

test('reports no event that the merchant kept from its receiver', async () => {
  const id = await deadWebhook('/paused');
  receiver.answers('/paused', 503);
  await buyMugs();
  await receiver.got('/paused', 1);
  await owner.ok('update_webhook', { webhook_id: id, status: 'paused' });
  scene.clock.advance(MINUTE);
  const dead = async () => (await owner.send('list_webhook_deliveries', { webhook_id: id, state: 'dead' })).json.data;
  await expect.poll(async () => (await dead()).length).toBe(1);
  expect(await noticesOf(`webhook/${id}`)).toEqual([]);
});

test('reports nothing of kinds that the shop disabled', async () => {
  await setMail({ staff: [STAFF], low_stock: 5, disabled: ['placed', 'new_order', 'low_stock', 'dead_delivery'] });
  const id = await deadWebhook('/silent');
  await count(5);
  await buyMugs();
  await receiver.got('/silent', 1);
  const dead = async () => (await owner.send('list_webhook_deliveries', { webhook_id: id, state: 'dead' })).json.data;
  await expect.poll(async () => (await dead()).length).toBe(1);
  expect([...(await lowStock()), ...(await noticesOf(`webhook/${id}`))]).toEqual([]);
});

test('sends a test to the staff on request', async () => {
  await setMail({ staff: [STAFF, 'lou@shop.com'] });
  const sent = await owner.ok('send_test_notice', { shop_id });
  expect(sent).toMatchObject([
    { notice: 'test', to: STAFF, state: 'waiting', subject_type: 'shop' },
    { notice: 'test', to: 'lou@shop.com' },
  ]);
  await expect.poll(() => mail.sent.map(({ to }) => to).toSorted()).toEqual([STAFF, 'lou@shop.com']);
  const about = { subject: `shop/${shop_id}` };
  const { store } = scene.portal.app;
  const sentBefore = (await store.list('deliveries_about', about, undefined, 2)).entries;
  await scene.portal.app.portal.store.update((rows) => {
    const copies = Array.from({ length: 49 }, () => sentBefore).flat();
    return { writes: enqueueDeliveries(rows, copies, scene.clock.now()).writes, result: undefined };
  }, scene.portal.demo.organization_id);
  await owner.ok('send_test_notice', { shop_id });
  const { entries } = await store.list('deliveries_about', about, undefined, 200);
  const last = entries.filter(({ place }) => place > 50).map(({ id }) => id);
  const outcomes = () =>
    scene.portal.app.store.read((rows) => [...rows.many('delivery', last).values()].map(({ outcome }) => outcome));
  await expect.poll(outcomes).toEqual(['limited', 'limited']);
  const { key } = await anotherKey(scene.portal, 'organization', { scopes: ['webhooks'] });
  const other = registryCaller(() => scene.portal.url, key);
  expect((await other.send('send_test_notice', { shop_id })).status).toBe(403);
});
