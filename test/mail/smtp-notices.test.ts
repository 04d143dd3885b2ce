import type { Socket } from 'node:net';
import { simpleParser } from 'mailparser';
import type { SMTPServerOptions } from 'smtp-server';
import { expect, onTestFinished, test } from 'vitest';
import { DEMO_IDS } from '../../src/cli/demo-ids.js';
import { required } from '../../src/domain/values/required.js';
import { registryCaller } from '../actors/registry-caller.js';
import { placeOrder, readyCart, shopper } from '../actors/shopper.js';
import { Receiver } from '../delivery/receiver.js';
import { LOOK_EVERY } from '../delivery/scene.js';
import { anotherKey, fullKey } from '../support/tenants.js';
import { type MailScene, openMailScene } from './mail-scene.js';
import { openMailServer, openRawServer, rejection, talkUntilMessage } from './smtp-servers.js';

/** Tests notices from the order to a real SMTP server on this machine. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

async function open(port: number, options: Parameters<typeof openMailScene>[0] = {}): Promise<MailScene> {
  const env = { PORTAL_SMTP_URL: `smtp://127.0.0.1:${port}`, ...options.env };
  const scene = await openMailScene({ ...options, env });
  onTestFinished(() => scene.portal.close());
  return scene;
}

/** Buys for an address that is not reserved. */
async function buy({ merchant }: MailScene): Promise<string> {
  const cart = await readyCart(merchant);
  await merchant.ok('set_buyer', { checkout_id: cart.id, buyer: { email: 'ada@buyer.com' } });
  return placeOrder(merchant, cart);
}

async function noticeOf({ portal }: MailScene, order: string, place = 1) {
  const { entries } = await portal.app.store.list('deliveries_about', { subject: `order/${order}` }, undefined, 10);
  return entries.find((one) => one.form.kind === 'mail' && one.place === place);
}

const outcomeOf = async (scene: MailScene, order: string) => (await noticeOf(scene, order))?.outcome;

/** Rejects the first mail with this code, and accepts all others. */
function once(code: number): NonNullable<SMTPServerOptions['onRcptTo']> {
  let count = 0;
  return (_to, _session, done) => {
    count += 1;
    done(count === 1 ? rejection(code) : null);
  };
}

test('sends a notice again after 451, and it is accepted once', async () => {
  const { accepted, port } = await openMailServer({ onRcptTo: once(451) });
  const scene = await open(port);
  const order = await buy(scene);
  await expect.poll(() => outcomeOf(scene, order)).toBe('unavailable');
  scene.clock.advance(MINUTE);
  await expect.poll(() => outcomeOf(scene, order)).toBe('acknowledged');
  expect(accepted.map(({ to }) => to)).toEqual([['ada@buyer.com']]);
  expect(await noticeOf(scene, order)).toMatchObject({ state: 'delivered', attempts: 2, status: 250 });
});

test('makes a notice a dead letter with its reason after a day of 451', async () => {
  const { accepted, port } = await openMailServer({ onRcptTo: (_to, _session, done) => done(rejection(451)) });
  const scene = await open(port);
  const order = await buy(scene);
  await expect.poll(() => outcomeOf(scene, order)).toBe('unavailable');
  scene.clock.advance(24 * HOUR);
  await expect.poll(async () => (await noticeOf(scene, order))?.state).toBe('dead');
  expect(await noticeOf(scene, order)).toMatchObject({ outcome: 'unavailable', status: 451 });
  expect(accepted).toEqual([]);
});

test('shows on the order that its address was rejected, until a later notice is accepted', async () => {
  const { accepted, port } = await openMailServer({ onRcptTo: once(550) });
  const scene = await open(port);
  const order_id = await buy(scene);
  await expect.poll(async () => (await noticeOf(scene, order_id))?.state).toBe('dead');
  const { data } = await scene.merchant.ok('get_order', { order_id });
  expect(data.mail_problem).toMatchObject({ type: 'address_refused', code: '550' });
  const { key } = await anotherKey(scene.portal, 'deployment', { scopes: ['commerce'] });
  const shown = await shopper(scene.portal, { key }).ok('get_order', { order_id });
  expect(shown.data.mail_problem).toBeUndefined();
  const history = await scene.merchant.ok('get_order_history', { order_id });
  expect(JSON.stringify(history)).toContain('order.mail_refused');
  expect(JSON.stringify(history)).not.toContain('ada@buyer.com');
  await scene.merchant.ok('record_fulfillment_event', {
    ...{ order_id, type: 'shipped', line_items: [{ id: 'mug', quantity: 1 }] },
  });
  await expect.poll(async () => (await noticeOf(scene, order_id, 2))?.state).toBe('delivered');
  expect((await scene.merchant.ok('get_order', { order_id })).data.mail_problem).toBeUndefined();
  expect(accepted.length).toBe(1);
});

test.each<[string, SMTPServerOptions, string]>([
  ['login', { authOptional: false, allowInsecureAuth: true, onAuth: (_a, _s, done) => done(rejection(535)) }, 'u:p@'],
  ['sender', { onMailFrom: (_from, _session, done) => done(rejection(550)) }, ''],
])('reports a rejected %s to the operator, and keeps the notice', async (_what, options, login) => {
  const { port } = await openMailServer(options);
  const scene = await open(port, { env: { PORTAL_SMTP_URL: `smtp://${login}127.0.0.1:${port}` } });
  const order_id = await buy(scene);
  await expect.poll(() => outcomeOf(scene, order_id)).toBe('server_refused');
  expect(await noticeOf(scene, order_id)).toMatchObject({ state: 'waiting' });
  expect(scene.portal.logged.some((line) => line.includes('mail_server_refused'))).toBe(true);
  expect((await scene.merchant.ok('get_order', { order_id })).data.mail_problem).toBeUndefined();
});

test('sends a second copy with the same Message-ID if the answer to the first was lost', async () => {
  let losing = true;
  const received: Buffer[][] = [];
  const port = await openRawServer((socket) => {
    const chunks: Buffer[] = [];
    received.push(chunks);
    socket.on('data', (data) => chunks.push(Buffer.from(data)));
    talkUntilMessage((one) => (losing ? one.destroy() : one.write('250 ok\r\n')))(socket);
  });
  const scene = await open(port);
  const order = await buy(scene);
  await expect.poll(() => outcomeOf(scene, order)).toBe('unreachable');
  losing = false;
  scene.clock.advance(MINUTE);
  await expect.poll(() => outcomeOf(scene, order)).toBe('acknowledged');
  const [first, second, ...more] = received.map((chunks) => messageIn(Buffer.concat(chunks).toString()));
  expect([first, more]).toEqual([second, []]);
  expect((await simpleParser(required(first, 'message'))).messageId).toMatch(/^<evt_.*\.placed\.ord_.*@/);
});

function messageIn(session: string): string {
  return session.slice(session.indexOf('DATA\r\n') + 6, session.indexOf('\r\n.\r\n'));
}

test('waits for a slow server, and sends no second copy', async () => {
  const answers: (() => void)[] = [];
  const { accepted, port } = await openMailServer({ onMailFrom: (_from, _session, done) => void answers.push(done) });
  const scene = await open(port);
  const order = await buy(scene);
  await expect.poll(() => answers.length).toBe(1);
  scene.clock.advance(MINUTE / 2);
  for (const answer of answers) answer();
  await expect.poll(() => outcomeOf(scene, order)).toBe('acknowledged');
  expect(accepted.length).toBe(1);
});

test('delivers events to webhooks, and answers calls, while the mail server is silent', async () => {
  const connections: Socket[] = [];
  const port = await openRawServer((socket) => {
    connections.push(socket);
    socket.resume();
  });
  const receiver = new Receiver();
  await receiver.open();
  const scene = await open(port, { env: { PORTAL_LOCAL_ADDRESSES: '1' } });
  const owner = registryCaller(() => scene.portal.url, await fullKey(scene.portal, 'organization'));
  await owner.ok('create_webhook', { url: `${receiver.url}/hook` });
  const orders = [await buy(scene), await buy(scene), await buy(scene)];
  await expect.poll(() => connections.length).toBeGreaterThan(0);
  await receiver.got('/hook', 3);
  const [order_id = ''] = orders;
  await scene.merchant.ok('hold_order', { order_id, reason: 'Late', visible: true });
  await scene.merchant.ok('get_order', { order_id });
  await receiver.got('/hook', 4);
  expect(connections.filter(({ closed }) => closed)).toEqual([]);
  expect(await Promise.all(orders.map((one) => outcomeOf(scene, one)))).toEqual([null, null, null]);
  await receiver.close();
});

test('makes a silent server a timeout', async () => {
  const port = await openRawServer(() => undefined);
  const scene = await open(port, { delivery: { pollIntervalMs: LOOK_EVERY, timeoutMs: 50 } });
  const order = await buy(scene);
  await expect.poll(() => outcomeOf(scene, order)).toBe('timeout');
  expect(await noticeOf(scene, order)).toMatchObject({ state: 'waiting' });
});

test('sends from an address of the shop only if the operator approved its domain for the organization', async () => {
  const { accepted, port } = await openMailServer();
  const env = {
    PORTAL_MAIL_FROM: 'orders@portal.com',
    PORTAL_MAIL_DOMAINS: `shop.com@${DEMO_IDS.organization_id},bank.com@org_1`,
  };
  const scene = await open(port, { env });
  const owner = registryCaller(() => scene.portal.url, await fullKey(scene.portal, 'organization'));
  const { shop_id } = scene.portal.demo;
  const settings = await owner.ok('get_shop_settings', { shop_id });
  const senders = ['hello@SHOP.com', 'ceo@bank.com'];
  for (const from of senders) {
    await owner.ok('update_shop_settings', { ...settings, shop_id, mail: { from, reply_to: 'help@shop.com' } });
    await buy(scene);
    const count = senders.indexOf(from) + 1;
    await expect.poll(() => accepted.length).toBe(count);
  }
  expect(accepted.map(({ from }) => from)).toEqual(['hello@shop.com', 'orders@portal.com']);
  const mails = await Promise.all(accepted.map(({ bytes }) => simpleParser(bytes)));
  expect(mails.map(({ from, replyTo }) => [from?.text, replyTo?.text])).toEqual([
    ['"Quillback Mercantile" <hello@shop.com>', 'help@shop.com'],
    ['"Quillback Mercantile" <orders@portal.com>', 'help@shop.com'],
  ]);
});
