import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { unsentNotices } from '../../src/operations/mail/order-notices.js';
import { type RegistryCaller, registryCaller } from '../actors/registry-caller.js';
import { placeOrder, readyCart, shopper } from '../actors/shopper.js';
import { anotherKey, fullKey } from '../support/tenants.js';
import { type MailScene, openMailScene } from './mail-scene.js';
import { scripted } from './scripted-transport.js';

/** Tests how merchants see, preview and resend the notices about an order. */

/** As long as a test may wait. */
const WAIT = { timeout: 600_000 };

const mail = scripted({ outcome: 'address_refused', status: 550 });
let scene: MailScene;
let order_id: string;
let staff: RegistryCaller;
beforeAll(async () => {
  scene = await openMailScene({ mail });
  const { key } = await anotherKey(scene.portal, 'deployment', { scopes: ['fulfillment'] });
  staff = registryCaller(() => scene.portal.url, key);
  order_id = await placeOrder(scene.merchant, await readyCart(scene.merchant));
  await vi.waitFor(async () => expect((await list()).map(({ state }) => state)).toEqual(['dead']), WAIT);
});
afterAll(() => scene.portal.close());

const list = async (args: object = {}): Promise<Listed[]> =>
  (await staff.send('list_order_notices', { order_id, ...args })).json.data;

interface Listed {
  readonly id: string;
  readonly state: string;
}

test('lists the notices about an order, but no events for webhooks', async () => {
  const owner = registryCaller(() => scene.portal.url, await fullKey(scene.portal, 'organization'));
  await owner.ok('create_webhook', { url: 'https://merchant.example/events' });
  await scene.merchant.ok('hold_order', { order_id, reason: 'Late', visible: true, note: 'Looks odd' });
  const all = await list();
  expect(all).toMatchObject([
    { notice: 'placed', language: 'en', to: 'ada@example.com', outcome: 'address_refused', http_status: 550 },
    { notice: 'held', subject_type: 'order', subject_id: order_id },
  ]);
  const { json } = await staff.send('list_order_notices', { order_id, limit: 1 });
  const { cursor } = json.pagination;
  expect([...json.data, ...(await list({ limit: 5, cursor }))].map(({ id }: Listed) => id)).toEqual(
    all.map(({ id }) => id),
  );
});

describe('preview_order_notice', () => {
  test("renders a notice in the buyer's language, or in another one, and sends nothing", async () => {
    const before = (await list()).length;
    const { subject, html, text } = await staff.ok('preview_order_notice', { order_id, notice: 'placed' });
    expect(subject).toMatch(/: your order \d+$/);
    expect(html).toMatch(/^<!doctype html>[\s\S]*Thank you for your order/);
    expect(text).toContain('Thank you for your order');
    const german = await staff.ok('preview_order_notice', { order_id, notice: 'shipped', language: 'de-AT' });
    expect(german.text).toContain('Ihr Paket ist unterwegs');
    expect((await list()).length).toBe(before);
  });

  test("shows a buyer's notice without the merchant's note, and one of the staff without the link", async () => {
    const held = await staff.ok('preview_order_notice', { order_id, notice: 'held' });
    expect(held.text).toContain('Late');
    expect(`${held.html}${held.text}`).not.toContain('Looks odd');
    const own = await staff.ok('preview_order_notice', { order_id, notice: 'new_order' });
    expect(own.text).not.toContain('/orders/');
  });

  test('rejects kinds that are about no order', async () => {
    const { status, json } = await staff.send('preview_order_notice', { order_id, notice: 'low_stock' });
    expect([status, json.error]).toEqual([400, 'invalid_request']);
  });
});

test('sends the dead notices again, and each of them once', async () => {
  const order = await placeOrder(scene.merchant, await readyCart(scene.merchant));
  const read = async () => (await staff.send('list_order_notices', { order_id: order })).json.data;
  await expect.poll(async () => (await read())[0].state).toBe('dead');
  mail.answer({ outcome: 'acknowledged', status: 250 });
  const [first] = mail.sent.slice(-1);
  const sent = await staff.ok('resend_order_notices', { order_id: order });
  expect(sent).toMatchObject([{ notice: 'placed', resends: (await read())[0].id, state: 'waiting' }]);
  await expect.poll(async () => (await read())[1].state).toBe('delivered');
  expect(mail.sent.at(-1)?.id).toBe(first?.id);
  expect(await staff.ok('resend_order_notices', { order_id: order })).toEqual([]);
  const named = await staff.ok('resend_order_notices', { order_id: order, delivery_ids: [(await read())[1].id] });
  expect(named).toMatchObject([{ resends: (await read())[1].id }]);
});

test('finds dead notices after any number of sent ones', async () => {
  const form = { kind: 'mail' };
  const all = Array.from({ length: 250 }, (_, at) => ({ id: at, form, state: at < 240 ? 'delivered' : 'dead' }));
  const page = async (_name: string, _filter: object, after: { id: number } = { id: -1 }, limit = 0) => {
    const entries = all.slice(after.id + 1, after.id + 1 + limit);
    return { entries, next: after.id + 1 + limit < all.length ? { id: after.id + limit } : undefined };
  };
  expect((await unsentNotices(page as never, 'order/ord_1')).length).toBe(10);
});

test('resends no notice of another order, and no event', async () => {
  const other = await placeOrder(scene.merchant, await readyCart(scene.merchant));
  const owner = registryCaller(() => scene.portal.url, await fullKey(scene.portal, 'organization'));
  const webhook = await owner.ok('create_webhook', { url: 'https://merchant.example/all' });
  const ping = await owner.ok('ping_webhook', { webhook_id: webhook.id });
  for (const id of [(await list())[0]?.id, ping.id, 'dlv_none']) {
    const { status, json } = await staff.send('resend_order_notices', { order_id: other, delivery_ids: [id] });
    expect([status, json.error]).toEqual([404, 'delivery_not_found']);
  }
});

test('shows notices to no key that only shops', async () => {
  const { key } = await anotherKey(scene.portal, 'deployment', { scopes: ['commerce'] });
  const buyer = registryCaller(() => scene.portal.url, key);
  expect((await buyer.send('list_order_notices', { order_id })).status).toBe(403);
  expect((await shopper(scene.portal, { key }).ok('get_order', { order_id })).data.mail_problem).toBeUndefined();
});
