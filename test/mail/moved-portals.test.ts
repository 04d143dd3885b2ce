import { simpleParser } from 'mailparser';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { networkConnector } from '../../src/outbound/connector.js';
import { placeOrder, readyCart, shopper } from '../actors/shopper.js';
import { LOOK_EVERY } from '../delivery/scene.js';
import { MoveScene } from '../e2e/migrate-data/scene.js';
import { stillClock } from '../support/still-clock.js';
import { anotherKey } from '../support/tenants.js';
import { openMailServer, rejection } from './smtp-servers.js';

let scene: MoveScene;
beforeEach(async () => {
  scene = await MoveScene.open();
});
afterEach(() => scene.close());

test('sends each notice once if it waited during a move to PostgreSQL', async () => {
  let isBusy = false;
  const { accepted, port } = await openMailServer({
    onMailFrom: (_address, _session, done) => done(isBusy ? rejection(451) : null),
  });
  const clock = stillClock();
  const delivery = { pollIntervalMs: LOOK_EVERY };
  const options = { clock, poster: networkConnector, delivery, env: { PORTAL_SMTP_URL: `smtp://127.0.0.1:${port}` } };
  const portal = await scene.serve(scene.file, options);
  const { key } = await anotherKey(portal, 'deployment', { scopes: ['commerce', 'fulfillment'] });
  const buy = async (buyer: string) => {
    const by = shopper(portal, { key, buyer });
    const cart = await readyCart(by);
    await by.ok('set_buyer', { checkout_id: cart.id, buyer: { email: `${buyer}@shop.com` } });
    return placeOrder(by, cart);
  };
  const merchant = shopper(portal, { key });
  const before = await buy('ann');
  await expect.poll(() => accepted.length).toBe(1);
  isBusy = true;
  const orders = [before, await buy('bob'), await buy('cleo')];
  for (const order_id of orders) await merchant.ok('hold_order', { order_id, reason: 'Late', visible: true });
  const waiting = async () => {
    const { entries } = await portal.app.store.list('outbox_figures', {}, undefined, 1);
    return entries[0]?.waiting;
  };
  await expect.poll(waiting).toBe(5);
  expect(await scene.move()).toMatchObject({ code: 0, stderr: expect.stringContaining('comparing both databases') });
  await expect.poll(() => portal.app.moved.aborted).toBe(true);
  isBusy = false;
  await scene.stop(portal);
  expect(accepted.length).toBe(1);

  clock.advance(60_000);
  const moved = await scene.serveOnServer(options);
  await expect
    .poll(async () => (await moved.app.store.list('outbox_figures', {}, undefined, 1)).entries[0]?.waiting)
    .toBe(0);
  const mails = await Promise.all(accepted.map(({ bytes }) => simpleParser(bytes)));
  expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(6);
  expect(accepted.flatMap(({ to }) => to).toSorted()).toEqual(
    ['ann', 'ann', 'bob', 'bob', 'cleo', 'cleo'].map((name) => `${name}@shop.com`),
  );
});
