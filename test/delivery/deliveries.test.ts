import { createHmac } from 'node:crypto';
import { Webhook as Reference } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { required } from '../../src/domain/values/required.js';
import { type Delivered, LOOK_EVERY, openScene, type Scene } from './scene.js';

const DAY = 24 * 60 * 60 * 1000;
/** Longer than the longest backoff between two attempts, in milliseconds. */
const LATER = 5 * 60 * 60 * 1000;

/** `npm run test:postgres` runs these on PostgreSQL too. */
describe('events', () => {
  let scene: Scene;
  beforeEach(async () => {
    scene = await openScene();
  });
  afterEach(() => scene.close());

  const settled = (webhook: string, states: readonly string[]) =>
    expect.poll(async () => (await scene.deliveries(webhook)).map(({ state }) => state)).toEqual(states);
  const only = async (webhook: string): Promise<Delivered> => {
    const [delivery, ...more] = await scene.deliveries(webhook);
    expect(more).toEqual([]);
    if (!delivery) throw new Error('nothing was written down');
    return delivery;
  };

  test('signs events as the library of Standard Webhooks does', async () => {
    const { id, secret } = await scene.webhook('/good', { events: ['item.created'] });
    await scene.item('bowl');
    const [sent] = await scene.receiver.got('/good', 1);
    await settled(id, ['delivered']);
    const { headers, body } = required(sent, 'event');
    const seconds = Number(headers['webhook-timestamp']);
    expect(seconds).toBe(Math.floor(scene.clock.now() / 1000));
    const signed = `${headers['webhook-id']}.${seconds}.${body}`;
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
    // The library checks timestamps against the system clock, which the test does not use.
    const said = new Reference(secret).sign(String(headers['webhook-id']), new Date(seconds * 1000), body);
    expect(headers['webhook-signature']).toBe(said);
    expect(JSON.parse(body)).toMatchObject({
      id: headers['webhook-id'],
      type: 'item.created',
      shop_id: scene.portal.demo.shop_id,
      subject: { type: 'item', id: 'bowl', version: 1 },
      data: { id: 'bowl', title: 'Bowl', price: 900 },
    });
    expect(await only(id)).toMatchObject({ attempts: 1, outcome: 'acknowledged', http_status: 200 });
  });

  test.each([
    ['500', 500, 'unavailable'],
    ['408', 408, 'unavailable'],
    ['425', 425, 'unavailable'],
    ['429', 429, 'unavailable'],
    ['a closed connection', 'closes', 'unreachable'],
  ] as const)('retries with the same id and body after %s', async (_name, way, outcome) => {
    const { id } = await scene.webhook('/flaky', { events: ['item.created'] });
    scene.receiver.answers('/flaky', way);
    await scene.item('bowl');
    await expect.poll(async () => (await only(id)).outcome).toBe(outcome);
    expect(await only(id)).toMatchObject({ state: 'waiting', attempts: 1 });
    scene.receiver.answers('/flaky', 200);
    scene.clock.advance(10_000);
    const [first, second] = await scene.receiver.got('/flaky', 2);
    expect([second?.id, second?.body]).toEqual([first?.id, first?.body]);
    expect(second?.headers['webhook-timestamp']).not.toBe(first?.headers['webhook-timestamp']);
    await settled(id, ['delivered']);
  });

  test('retries an attempt without a response', async () => {
    const slow = await openScene({ delivery: { timeoutMs: 2_000, pollIntervalMs: LOOK_EVERY } });
    const { id } = await slow.webhook('/silent', { events: ['item.created'] });
    slow.receiver.answers('/silent', 'hangs');
    await slow.item('bowl');
    await expect.poll(async () => (await slow.deliveries(id))[0]?.outcome).toBe('timeout');
    slow.receiver.answers('/silent', 200);
    slow.clock.advance(10_000);
    const [first, second] = await slow.receiver.got('/silent', 2);
    expect([second?.id, second?.body]).toEqual([first?.id, first?.body]);
    await slow.close();
  });

  test('waits as long as Retry-After specifies', async () => {
    const { id } = await scene.webhook('/busy', { events: ['item.created'] });
    scene.receiver.answers('/busy', { status: 429, headers: { 'retry-after': '3600' } });
    await scene.item('bowl');
    await expect.poll(async () => (await only(id)).outcome).toBe('unavailable');
    const due = async (at: number) =>
      (await scene.portal.app.store.list('due_lanes', { receiver: id, at }, undefined, 1)).entries.length;
    expect([await due(scene.clock.now() + 3_599_999), await due(scene.clock.now() + 3_600_000)]).toEqual([0, 1]);
  });

  test.each([
    ['404', 404, 'refused'],
    ['a redirect', { status: 302, headers: { location: '/good' } }, 'refused'],
    ['410', 410, 'gone'],
  ] as const)('marks a delivery dead at once after %s', async (_name, way, outcome) => {
    const { id } = await scene.webhook('/wrong', { events: ['item.created'] });
    scene.receiver.answers('/wrong', way);
    await scene.item('bowl');
    await settled(id, ['dead']);
    expect(await only(id)).toMatchObject({ attempts: 1, outcome });
    expect(scene.receiver.sent.map(({ path }) => path)).toEqual(['/wrong']);
    const { status } = await scene.owner.ok('get_webhook', { webhook_id: id });
    expect(status).toBe(outcome === 'gone' ? 'stopped' : 'active');
  });

  test('marks a delivery dead after a day and at least one attempt, and sends it again on request', async () => {
    const { id } = await scene.webhook('/down', { events: ['item.created', 'item.updated'] });
    scene.receiver.answers('/down', 503);
    await scene.item('bowl');
    await scene.item('bowl', 'Larger bowl');
    const over = scene.clock.now() + DAY;
    while (scene.clock.now() <= over) {
      const { attempts } = (await scene.deliveries(id))[0] ?? { attempts: 0 };
      await expect.poll(async () => (await scene.deliveries(id))[0]?.attempts).toBeGreaterThanOrEqual(attempts || 1);
      scene.clock.advance(LATER);
    }
    await settled(id, ['dead', 'dead']);
    const dead = await scene.deliveries(id);
    expect(Math.min(...dead.map(({ attempts }) => attempts))).toBeGreaterThanOrEqual(1);
    scene.receiver.answers('/down', 200);
    const before = scene.receiver.at('/down').length;
    await scene.owner.ok('resend_webhook_deliveries', { webhook_id: id, delivery_ids: dead.map((one) => one.id) });
    const again = (await scene.receiver.got('/down', before + 2)).slice(before);
    expect(again.map((one) => one.id)).toEqual(dead.map(({ event_id }) => event_id));
    expect(again[0]?.body).toBe(scene.receiver.at('/down')[0]?.body);
    await settled(id, ['dead', 'dead', 'delivered', 'delivered']);
  });

  test("sends an object's events in order even if the first is retried, without delaying other objects", async () => {
    const { id } = await scene.webhook('/flaky', { events: ['item.created', 'item.updated'] });
    scene.receiver.answers('/flaky', 500);
    await scene.item('bowl');
    await scene.receiver.got('/flaky', 1);
    await expect.poll(async () => (await only(id)).attempts).toBe(1);
    await scene.item('bowl', 'Second');
    await scene.item('bowl', 'Third');
    scene.receiver.answers('/flaky', 200);
    await scene.item('plate');
    await scene.receiver.got('/flaky', 2);
    scene.clock.advance(10_000);
    const sent = await scene.receiver.got('/flaky', 5);
    expect(sent.slice(1).map(({ subject }) => [subject.id, subject.version])).toEqual([
      ['plate', 1],
      ['bowl', 1],
      ['bowl', 2],
      ['bowl', 3],
    ]);
    await settled(id, ['delivered', 'delivered', 'delivered', 'delivered']);
  });

  test('signs with both secrets for a day after a rotation', async () => {
    const { id, secret } = await scene.webhook('/good', { events: ['item.created'] });
    const { secret: next } = await scene.owner.ok('rotate_webhook_secret', { webhook_id: id });
    expect(next).not.toBe(secret);
    const signatures = async (count: number) =>
      String((await scene.receiver.got('/good', count)).at(-1)?.headers['webhook-signature']).split(' ');
    await scene.item('bowl');
    expect(await signatures(1)).toHaveLength(2);
    scene.clock.advance(DAY);
    await scene.item('plate');
    const [one, ...others] = await signatures(2);
    expect(others).toEqual([]);
    const { headers, body } = required(scene.receiver.at('/good').at(-1), 'event');
    const at = new Date(Number(headers['webhook-timestamp']) * 1000);
    expect(one).toBe(new Reference(next).sign(String(headers['webhook-id']), at, body));
  });

  test('sends nothing to a paused webhook, nor events to which a webhook did not subscribe', async () => {
    const { id } = await scene.webhook('/good', { events: ['item.withdrawn'] });
    const { id: all } = await scene.webhook('/all');
    await scene.item('bowl');
    await scene.receiver.got('/all', 1);
    await scene.owner.ok('update_webhook', { webhook_id: all, status: 'paused' });
    await scene.owner.ok('withdraw_item', { shop_id: scene.portal.demo.shop_id, item_id: 'bowl' });
    expect((await scene.receiver.got('/good', 1)).map(({ type }) => type)).toEqual(['item.withdrawn']);
    await settled(id, ['delivered']);
    expect(await scene.deliveries(all)).toHaveLength(1);
    const { json } = await scene.owner.send('ping_webhook', { webhook_id: all });
    expect(json.error).toBe('webhook_not_active');
  });
});
