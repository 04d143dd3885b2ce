import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { networkConnector, type Poster } from '../../src/outbound/connector.js';
import { registryCaller } from '../actors/registry-caller.js';
import { LOOK_EVERY } from '../delivery/scene.js';
import { emptyOrganization } from '../support/tenants.js';
import { type ListeningShop, listeningShop } from './listening-shop.js';
import { allCapabilities, OPEN, PROFILE, platformProfile, setUcp } from './platform.js';

/** Receivers of order events over UCP, and deliveries that cannot happen immediately. */

const VERSION = '2026-08-25';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('a platform', () => {
  let shop: ListeningShop;
  let poster: Poster;
  beforeEach(async () => {
    poster = networkConnector;
    shop = await listeningShop(VERSION, {
      delivery: { timeoutMs: 2_000, pollIntervalMs: LOOK_EVERY },
      poster: {
        resolve: (host, signal) => poster.resolve(host, signal),
        post: (...args) => poster.post(...args),
      },
    });
  });
  afterEach(() => shop.close());

  const states = async () => (await shop.deliveries()).map(({ state, outcome }) => [state, outcome]);
  const changed = (order_id: string) => shop.merchant.ok('hold_order', { order_id, reason: 'Checked' });
  /** Waits until `count` events are delivered, because on a busy machine an attempt may time out and be retried. */
  const heard = (count: number) =>
    expect
      .poll(async () => {
        shop.clock.advance(MINUTE);
        return states();
      })
      .toEqual(Array.from({ length: count }, () => ['delivered', 'acknowledged']));
  /** Returns the number of deliveries about an order, to any receiver. */
  const written = async (order: string) => {
    const about = { subject: `order/${order}` };
    return (await shop.portal.app.store.list('deliveries_about', about, undefined, 10)).entries.length;
  };

  test('retries a platform that never responds, and sends events in order', async () => {
    shop.receiver.answers('/orders', 'hangs');
    const { id } = await shop.bought();
    await expect.poll(states).toEqual([['waiting', 'timeout']]);
    await changed(id);
    shop.receiver.answers('/orders', 200);
    shop.clock.advance(MINUTE);
    const ids = (await shop.told(id, 3)).map((sent) => sent.id);
    expect([ids[0] === ids[1], ids[1] === ids[2]]).toEqual([true, false]);
    await expect.poll(states).toEqual([
      ['delivered', 'acknowledged'],
      ['delivered', 'acknowledged'],
    ]);
  });

  test("sends to the URL in the platform's profile at the time of sending", async () => {
    const { id } = await shop.bought();
    await shop.receiver.got('/orders', 1);
    shop.listensAt(`${shop.receiver.url}/moved`);
    shop.clock.advance(2 * MINUTE);
    await changed(id);
    await shop.receiver.got('/moved', 1);
    expect(shop.receiver.at('/orders')).toHaveLength(1);
  });

  test("finds a platform that moved after a failure, even within the profile's cache time", async () => {
    const at = (path: string) => platformProfile(VERSION, allCapabilities(VERSION), `${shop.receiver.url}${path}`);
    shop.connector.serve(PROFILE, at('/left'), { cacheControl: 'max-age=86400' });
    shop.receiver.answers('/left', 500);
    await shop.bought();
    await shop.receiver.got('/left', 1);
    await expect.poll(states).toEqual([['waiting', 'unavailable']]);
    shop.connector.serve(PROFILE, at('/moved'), { cacheControl: 'max-age=86400' });
    shop.clock.advance(MINUTE);
    await shop.receiver.got('/moved', 1);
    await expect.poll(states).toEqual([['delivered', 'acknowledged']]);
  });

  let given = (): void => undefined;
  const slow = () => new Promise<never>((_resolve, reject) => (given = () => reject(new Error('too slow'))));
  test.each<[string, string, () => void]>([
    ['cannot be reached', 'unreachable', () => shop.connector.serve(PROFILE, '', { status: 500 })],
    ['is not a profile', 'unreachable', () => shop.connector.serve(PROFILE, 'nonsense')],
    ['comes too late', 'timeout', () => shop.connector.answer(PROFILE, slow)],
  ])('sends later to a platform whose profile %s', async (_what, outcome, breaks) => {
    const { id } = await shop.bought();
    await heard(1);
    breaks();
    shop.clock.advance(2 * MINUTE);
    await changed(id);
    await expect.poll(async () => (await shop.deliveries()).at(-1)?.attempts).toBe(1);
    expect(await states()).toEqual([
      ['delivered', 'acknowledged'],
      ['waiting', outcome],
    ]);
    given();
    shop.listensAt(`${shop.receiver.url}/orders`);
    shop.clock.advance(HOUR);
    await heard(2);
  });

  test.each<[string, () => string, string, string]>([
    ['https://10.0.0.1/orders', () => 'https://10.0.0.1/orders', '93.184.215.14', 'not_public'],
    ['an http URL', () => 'http://agent.example/orders', '93.184.215.14', 'not_public'],
    ['a host with a private address', () => 'https://agent.example/orders', '10.0.0.1', 'not_public'],
    ['a URL that redirects', () => `${shop.receiver.url}/elsewhere`, '127.0.0.1', 'refused'],
    ['a URL that is gone', () => `${shop.receiver.url}/gone`, '127.0.0.1', 'gone'],
  ])('gives up sending to a platform that names %s', async (_what, url, address, outcome) => {
    poster = { resolve: async () => [address], post: networkConnector.post };
    shop.receiver.answers('/elsewhere', { status: 302, headers: { location: '/orders' } });
    shop.receiver.answers('/gone', 410);
    shop.listensAt(url());
    const { id } = await shop.bought();
    await expect.poll(states).toEqual([['dead', outcome]]);
    expect(shop.receiver.at('/orders')).toEqual([]);
    // A platform that has changed its URL gets the next event at the new one.
    shop.listensAt(`${shop.receiver.url}/orders`);
    shop.clock.advance(2 * MINUTE);
    await changed(id);
    await shop.receiver.got('/orders', 1);
  });

  test.each<[string, () => void, (() => { key?: string }) | undefined]>([
    ['has not proved its identity', () => undefined, () => ({})],
    ['names no URL', () => shop.listensAt(undefined), undefined],
    [
      'has no order capability',
      () => shop.connector.serve(PROFILE, platformProfile(VERSION, allCapabilities(VERSION).filter(isNoOrder))),
      undefined,
    ],
  ])('sends and stores nothing for a platform that %s', async (_what, prepare, as) => {
    prepare();
    const { id } = await shop.bought(as?.());
    await changed(id);
    expect([await written(id), shop.receiver.sent]).toEqual([0, []]);
  });

  test('sends nothing, not even waiting events, to a platform that the shop no longer serves', async () => {
    shop.receiver.answers('/orders', 500);
    const { id } = await shop.bought();
    await expect.poll(async () => (await shop.deliveries())[0]?.attempts).toBe(1);
    await setUcp(shop.portal, { ...OPEN, host: 'shop.example.com', platforms: ['https://other.example/profile.json'] });
    await changed(id);
    shop.receiver.answers('/orders', 200);
    shop.clock.advance(MINUTE);
    await expect.poll(states).toEqual([['dead', 'not_active']]);
    expect(await written(id)).toBe(1);
  });

  test('sends dead deliveries again when the merchant requests it', async () => {
    shop.receiver.answers('/orders', 404);
    const { id } = await shop.bought();
    await expect.poll(states).toEqual([['dead', 'refused']]);
    const [dead] = await shop.deliveries();
    expect(dead).toMatchObject({ type: 'order.created', subject_id: id, http_status: 404 });
    shop.receiver.answers('/orders', 200);
    const again = { webhook_id: shop.platform, delivery_ids: [dead?.id] };
    await shop.owner.ok('resend_webhook_deliveries', again);
    const [first, second] = await shop.told(id, 2);
    expect([second?.id, second?.body]).toEqual([first?.id, first?.body]);
    await setUcp(shop.portal, { ...OPEN, enabled: false });
    expect((await shop.owner.send('resend_webhook_deliveries', again)).json.error).toBe('webhook_not_active');
    for (const webhook_id of [
      'dep_none:https://agent.example/profile.json',
      `${shop.portal.demo.deployment_id}:agent`,
    ]) {
      expect((await shop.owner.send('list_webhook_deliveries', { webhook_id })).json.error).toBe('webhook_not_found');
    }
    const otherwise = { webhook_id: shop.platform.replace('https://agent.example/', 'HTTPS://Agent.example:443/./') };
    expect(await shop.owner.ok('list_webhook_deliveries', otherwise)).toHaveLength(2);
    const { key } = await emptyOrganization(shop.portal);
    const stranger = registryCaller(() => shop.portal.url, key);
    const listed = await stranger.send('list_webhook_deliveries', { webhook_id: shop.platform });
    const resent = await stranger.send('resend_webhook_deliveries', again);
    expect([listed.json.error, resent.json.error]).toEqual(['webhook_not_found', 'webhook_not_found']);
  });

  test('removes an erased person from all events, and sends the event of the erasure', async () => {
    shop.receiver.answers('/orders', 500);
    const { id } = await shop.bought();
    await expect.poll(async () => (await shop.deliveries())[0]?.attempts).toBe(1);
    const { shop_id } = shop.portal.demo;
    const settings = await shop.owner.ok('get_shop_settings', { shop_id });
    await shop.owner.ok('update_shop_settings', { ...settings, shop_id, order_retention_years: 0 });
    await shop.owner.ok('erase_personal_data', { email: 'ada@example.com' });
    shop.receiver.answers('/orders', 200);
    shop.clock.advance(MINUTE);
    await expect.poll(states).toEqual([
      ['dead', 'erased'],
      ['delivered', 'acknowledged'],
    ]);
    const street = '1450 Juniper Street';
    const bodies = (await shop.told(id, 2)).map(({ body }) => body.includes(street));
    expect(bodies).toEqual([true, false]);
    const { entries } = await shop.portal.app.store.list('deliveries_about', { subject: `order/${id}` }, undefined, 9);
    expect(entries.map(({ payload }) => payload?.includes(street))).toEqual([undefined, false]);
    expect(entries[1]?.payload).toContain('"permalink_url"');
  });
});

function isNoOrder(name: string): boolean {
  return name !== 'dev.ucp.shopping.order';
}
