import { afterEach, beforeEach, expect, test } from 'vitest';
import { sweep } from '../../src/maintenance/sweep.js';
import { placeOrder, readyCart, shopper } from '../actors/shopper.js';
import { tableCounts } from '../support/table-counts.js';
import { openScene, type Scene } from './scene.js';

/** Deliveries are removed after 30 days, and personal data in them is erased on request. */

const DAY = 24 * 60 * 60 * 1000;

let scene: Scene;
beforeEach(async () => {
  scene = await openScene();
});
afterEach(() => scene.close());

const counts = async () => {
  const { delivery, delivery_lane } = await tableCounts(scene.portal.database);
  return [Object(delivery).rows, Object(delivery_lane).rows];
};

/** Wait for this before moving the clock: a lease that expires during an attempt would cause another attempt. */
const allDelivered = (id: string) =>
  expect.poll(async () => (await scene.deliveries(id)).every(({ state }) => state === 'delivered')).toBe(true);

test('removes deliveries after 30 days, with their empty lanes', async () => {
  const { id } = await scene.webhook('/good', { events: ['item.created', 'item.updated'] });
  await scene.item('bowl');
  await scene.item('plate');
  await scene.receiver.got('/good', 2);
  await allDelivered(id);
  scene.clock.advance(DAY);
  await scene.item('bowl', 'Second');
  await scene.receiver.got('/good', 3);
  await allDelivered(id);
  scene.clock.advance(29 * DAY - 1);
  await sweep(scene.portal.app.portal);
  expect(await counts()).toEqual([3, 2]);
  scene.clock.advance(1);
  await sweep(scene.portal.app.portal);
  expect(await counts()).toEqual([1, 1]);
  // A removal from the middle of a lane leaves no gap that blocks the lane.
  await scene.item('bowl', 'Third');
  expect((await scene.receiver.got('/good', 4)).at(-1)?.subject).toMatchObject({ id: 'bowl', version: 3 });
});

test('erases a person from waiting and sent events, and sends an event about the erasure', async () => {
  const { id } = await scene.webhook('/down', { events: null });
  scene.receiver.answers('/down', 500);
  const buyer = shopper(scene.portal, { buyer: 'ada' });
  const order = await placeOrder(buyer, await readyCart(buyer));
  await expect
    .poll(async () => (await scene.deliveries(id)).find(({ subject_id }) => subject_id === order)?.attempts)
    .toBe(1);
  const { shop_id } = scene.portal.demo;
  const settings = await scene.owner.ok('get_shop_settings', { shop_id });
  await scene.owner.ok('update_shop_settings', { ...settings, shop_id, order_retention_years: 0 });
  const email = 'ada@example.com';
  const bodies = async () => {
    const about = { subject: `order/${order}` };
    const { entries } = await scene.portal.app.store.list('deliveries_about', about, undefined, 100);
    return entries.map(({ payload }) => payload).join();
  };
  expect(await bodies()).toContain(email);
  await scene.owner.ok('erase_personal_data', { email });
  expect(await bodies()).not.toContain(email);
  scene.receiver.answers('/down', 200);
  scene.clock.advance(DAY / 24);
  await expect
    .poll(async () =>
      (await scene.deliveries(id))
        .filter(({ subject_id }) => subject_id === order)
        .map(({ type, outcome }) => [type, outcome]),
    )
    .toEqual([
      ['order.created', 'erased'],
      ['order.erased', 'acknowledged'],
    ]);
  const told = scene.receiver.sent.filter(({ type }) => type === 'order.erased');
  expect(told[0]?.body).not.toContain(email);
  const [created] = await scene.deliveries(id);
  const { json } = await scene.owner.send('resend_webhook_deliveries', { webhook_id: id, delivery_ids: [created?.id] });
  expect(json.error).toBe('delivery_erased');
});
