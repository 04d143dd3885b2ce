import { expect, onTestFinished, test } from 'vitest';
import { required } from '../../src/domain/values/required.js';
import type { Delivery } from '../../src/domain/webhook/delivery.js';
import { enqueueDeliveries } from '../../src/outbox/enqueue.js';
import { registryCaller } from '../actors/registry-caller.js';
import { placeOrder, readyCart } from '../actors/shopper.js';
import { fullKey } from '../support/tenants.js';
import { volume } from '../support/volume.js';
import { type MailScene, openMailScene } from './mail-scene.js';
import { scripted } from './scripted-transport.js';

const MINUTE = 60_000;

async function open(options: Parameters<typeof openMailScene>[0]): Promise<MailScene> {
  const scene = await openMailScene(options);
  onTestFinished(() => scene.portal.close());
  return scene;
}

async function deliveries({ portal }: MailScene, order: string) {
  const { entries } = await portal.app.store.list('deliveries_about', { subject: `order/${order}` }, undefined, 10);
  return entries;
}

const buy = async ({ merchant }: MailScene) => placeOrder(merchant, await readyCart(merchant));

test('writes no notice if the portal sends no mail', async () => {
  const scene = await open({ env: { PORTAL_SMTP_URL: '' } });
  expect(await deliveries(scene, await buy(scene))).toEqual([]);
});

test('retries a notice with the same bytes and the same Message-ID', async () => {
  const mail = scripted({ outcome: 'unavailable', status: 451 }, { outcome: 'acknowledged', status: 250 });
  const scene = await open({ mail });
  const order = await buy(scene);
  await expect.poll(async () => (await deliveries(scene, order))[0]?.outcome).toBe('unavailable');
  scene.clock.advance(MINUTE);
  await expect.poll(async () => (await deliveries(scene, order))[0]?.state).toBe('delivered');
  const [first, second] = mail.sent;
  expect(mail.sent.length).toBe(2);
  expect(second).toEqual(first);
});

test('retries a notice after an error of the transport', async () => {
  const mail = scripted();
  const scene = await open({ mail });
  const order = await buy(scene);
  await expect.poll(async () => (await deliveries(scene, order))[0]?.outcome).toBe('unreachable');
  expect((await deliveries(scene, order))[0]).toMatchObject({ state: 'waiting', attempts: 1 });
});

test('keeps notices for a process that sends mail', async () => {
  const scene = await open({ mail: undefined });
  const order = await buy(scene);
  await expect.poll(async () => (await deliveries(scene, order))[0]?.outcome).toBe('mail_off');
  expect((await deliveries(scene, order))[0]?.state).toBe('waiting');
});

/** Stores copies of a delivery, each about another subject if `subject` is given. */
async function copy({ portal, clock }: MailScene, of: Delivery, count: number, subject?: (index: number) => string) {
  const copies = Array.from({ length: count }, (_, index) => ({ ...of, ...(subject && { subject: subject(index) }) }));
  await portal.app.store.update(
    (rows) => ({ writes: enqueueDeliveries(rows, copies, clock.now()).writes, result: undefined }),
    of.organization_id,
  );
}

test('sends at most 100 mails a day to one address, even if all are of one millisecond', async () => {
  const mail = scripted({ outcome: 'acknowledged', status: 250 });
  const scene = await open({ mail });
  const first = required((await deliveries(scene, await buy(scene)))[0], 'notice');
  await copy(scene, first, volume(108, 9_999), (index) => `order/ord_${index}`);
  scene.clock.advance(MINUTE);
  const late = await buy(scene);
  await expect.poll(async () => (await deliveries(scene, late))[0]?.state).toBe('dead');
  expect((await deliveries(scene, late))[0]).toMatchObject({ outcome: 'limited' });
  const waiting = async () =>
    (await scene.portal.app.store.list('outbox_figures', {}, undefined, 1)).entries[0]?.waiting;
  await expect.poll(waiting).toBe(0);
  // The first one was sent before the others of its millisecond were written, whose ids may precede its own.
  expect([100, 101]).toContain(mail.sent.length);
  scene.clock.advance(24 * 60 * MINUTE);
  const next = await buy(scene);
  await expect.poll(async () => (await deliveries(scene, next))[0]?.state).toBe('delivered');
});

test('counts no notices to the staff toward the limit of an address', async () => {
  const scene = await open({ mail: scripted({ outcome: 'acknowledged', status: 250 }) });
  const first = required((await deliveries(scene, await buy(scene)))[0], 'notice');
  const form = { ...first.form, notice: 'new_order' } as const;
  if (form.kind !== 'mail') throw new Error('not a mail');
  await copy(scene, { ...first, form }, 100, (index) => `order/ord_${index}`);
  scene.clock.advance(MINUTE);
  const late = await buy(scene);
  await expect.poll(async () => (await deliveries(scene, late))[0]?.outcome).toBe('acknowledged');
});

test('sends at most 50 notices about one order, and more only on request', async () => {
  const mail = scripted({ outcome: 'acknowledged', status: 250 });
  const scene = await open({ mail });
  const order = await buy(scene);
  const first = required((await deliveries(scene, order))[0], 'notice');
  await copy(scene, first, 50);
  await copy(scene, { ...first, resends: first.id }, 1);
  const read = () => scene.portal.app.store.list('deliveries_about', { subject: `order/${order}` }, undefined, 100);
  await expect.poll(async () => (await read()).entries.some(({ state }) => state === 'waiting')).toBe(false);
  const ends = (await read()).entries.toSorted((a, b) => a.place - b.place).map(({ outcome }) => outcome);
  expect(ends).toEqual([...Array(50).fill('acknowledged'), 'limited', 'acknowledged']);
});

test('writes no notice of a kind that the shop disabled', async () => {
  const scene = await open({ mail: scripted() });
  const owner = registryCaller(() => scene.portal.url, await fullKey(scene.portal, 'organization'));
  const { shop_id } = scene.portal.demo;
  const settings = await owner.ok('get_shop_settings', { shop_id });
  await owner.ok('update_shop_settings', { ...settings, shop_id, mail: { disabled: ['placed'] } });
  const order_id = await buy(scene);
  await scene.merchant.ok('hold_order', { order_id, reason: 'Late', visible: true });
  expect((await deliveries(scene, order_id)).map(({ form }) => form)).toMatchObject([{ notice: 'held' }]);
});

test('stores the address only in the content of a notice, which an erasure removes', async () => {
  const scene = await open({ mail: scripted() });
  const order = await buy(scene);
  const [before] = await deliveries(scene, order);
  const { payload, ...rest } = before ?? {};
  expect(payload).toContain('ada@example.com');
  expect(JSON.stringify(rest)).not.toContain('ada@');
  const owner = registryCaller(() => scene.portal.url, await fullKey(scene.portal, 'organization'));
  const { shop_id } = scene.portal.demo;
  const settings = await owner.ok('get_shop_settings', { shop_id });
  await owner.ok('update_shop_settings', { ...settings, shop_id, order_retention_years: 0 });
  await owner.ok('erase_personal_data', { email: 'ada@example.com' });
  expect(await deliveries(scene, order)).toMatchObject([{ payload: null, form: { notice: 'placed' } }]);
});
