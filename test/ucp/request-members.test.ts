import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { VERSIONS } from '../../src/ucp/versions/index.js';
import { bytesOf } from '../surface/leaks/database.js';
import { BUYER, mugs, PAYMENT, PICKUP, ready } from './bodies.js';
import { taken } from './own-extensions.js';
import { call, platformProfile, type UcpPortal, ucpPortal } from './platform.js';
import { PUBLISHED } from './schemas.js';

/** Members of a request that are read, stored, or ignored. */

const LINES = mugs();
const READY = ready();

describe('request members', () => {
  describe.each(PUBLISHED)('%s', (version) => {
    let shop: UcpPortal;
    beforeAll(async () => {
      shop = await ucpPortal(version);
    });
    afterAll(() => shop.portal.close());

    const send = (method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) =>
      taken(shop, version, [method, path], { body, headers });
    const create = (body: object = READY) => send('POST', '/checkout-sessions', body);
    const update = (id: string, body: object) => send('PUT', `/checkout-sessions/${id}`, body);
    const complete = (id: string, more: object = {}) =>
      send('POST', `/checkout-sessions/${id}/complete`, { ...PAYMENT, ...more });

    test('stores no signals', async () => {
      const signals = { 'dev.ucp.buyer_ip': '203.0.113.77', 'dev.ucp.user_agent': 'Signal/4711' };
      const cart = await send('POST', '/carts', { line_items: LINES, signals });
      const made = await create({ ...READY, line_items: [], cart_id: cart.id, signals });
      await update(made.id, { ...READY, signals });
      const paid = await complete(made.id, { signals });
      expect(paid.status).toBe('completed');
      const order = await send('GET', `/orders/${paid.order.id}`);
      const texts = [
        await bytesOf(shop.portal.database),
        ...shop.portal.logged,
        JSON.stringify([cart, made, paid, order]),
      ].join('\n');
      expect(texts).toContain(made.id);
      for (const signal of Object.values(signals)) expect(texts).not.toContain(signal);
    });

    test('passes attribution from cart and checkout to the order, without changing responses', async () => {
      const attribution = { campaign: 'spring', utm_source: 'mail' };
      const bare = ({ id: _id, expires_at: _at, continue_url: _url, line_items, ...rest }: Record<string, unknown[]>) =>
        JSON.stringify({ ...rest, lines: line_items?.length }).replaceAll(/li_[\w-]+/g, 'li');
      expect(bare(await create({ ...READY, attribution }))).toBe(bare(await create()));

      const cart = await send('POST', '/carts', { line_items: LINES, attribution });
      const made = await create({ line_items: [], cart_id: cart.id, buyer: BUYER, fulfillment: PICKUP });
      const paid = await complete(made.id);
      const order = await send('GET', `/orders/${paid.order.id}`);
      expect(order.attribution).toEqual(attribution);
    });

    test('clears attribution that an update omits', async () => {
      const made = await create({ ...READY, attribution: { campaign: 'spring' } });
      await update(made.id, READY);
      const paid = await complete(made.id);
      const order = await send('GET', `/orders/${paid.order.id}`);
      expect(order).not.toHaveProperty('attribution');
    });

    test('warns about an unknown claim in a cart or a checkout, but otherwise ignores it', async () => {
      const context = { eligibility: ['com.example.gold', 'org.example.student'] };
      const warned = context.eligibility.map((_claim, index) => ({
        type: 'warning',
        code: 'eligibility_not_accepted',
        path: `$.context.eligibility[${index}]`,
      }));
      const cart = await send('POST', '/carts', { line_items: LINES, context });
      expect(cart.messages).toMatchObject(warned);
      const made = await create({ ...READY, context });
      expect([made.status, made.messages]).toMatchObject(['ready_for_complete', warned]);
      expect(made.totals).toEqual((await create()).totals);
      expect((await complete(made.id)).status).toBe('completed');
    });

    test('rejects a claim that is repeated or not in the form of the version', async () => {
      const claims = [['com.example-shop.gold'], ['com.example.gold', 'com.example.gold'], ['gold']];
      const [own, ...others] = await Promise.all(
        claims.map(async (eligibility) => {
          const { json } = await call({ portal: shop.wrongly }, version, 'POST', '/checkout-sessions', {
            body: { ...READY, context: { eligibility } },
          });
          return json.code ?? json.status;
        }),
      );
      expect(own).toBe(version === '2026-04-08' ? 'invalid_request' : 'ready_for_complete');
      expect(others).toEqual(['invalid_request', 'invalid_request']);
    });

    test('ignores x-buyer-id', async () => {
      const made = await create();
      const path = `/checkout-sessions/${made.id}`;
      expect(await send('GET', path, undefined, { 'x-buyer-id': 'somebody-else' })).toEqual(made);
      const { json } = await shop.portal.request('GET', '/api/commerce/checkouts/current', {
        headers: { 'x-buyer-id': 'somebody-else' },
      });
      expect(json.data.line_items).toEqual([]);
    });

    test('warns about marketing consent without an email address, and rejects completing without one', async () => {
      const consent =
        version === '2026-04-08'
          ? { marketing: true }
          : { 'dev.ucp.consent.marketing': { granted: true, source: 'platform' } };
      const codes = ({ messages }: { messages: { code: string; path: string }[] }) =>
        messages.filter(({ path }) => path === '$.buyer.email').map(({ code }) => code);
      const made = await create({ ...READY, buyer: { consent } });
      expect(codes(made)).toEqual(['field_required', 'missing_consent_data']);
      expect((await complete(made.id)).status).toBe('incomplete');
      expect(codes(await update(made.id, { ...READY, buyer: { ...BUYER, consent } }))).toEqual([]);
    });
  });
});

describe('digital goods', () => {
  const profileOf = (version: string) => `https://agent.example/${version}.json`;
  let shop: UcpPortal;
  beforeAll(async () => {
    shop = await ucpPortal('2026-08-25');
    for (const { date } of VERSIONS) shop.connector.serve(profileOf(date), platformProfile(date));
  });
  afterAll(() => shop.portal.close());

  test.each([
    ['2026-08-25', ['digital']],
    ['2026-04-08', []],
    ['2026-01-11', []],
  ])('lists the methods %j for digital goods in %s, and sells them without a selection', async (version, types) => {
    const { json } = await call(shop, version, 'POST', '/checkout-sessions', {
      profile: profileOf(version),
      body: { line_items: [{ item: { id: 'preserving-ebook' }, quantity: 1 }], buyer: BUYER },
    });
    const { methods, available_methods } = json.fulfillment;
    for (const list of [methods, available_methods])
      expect(list.map(({ type }: { type: string }) => type)).toEqual(types);
    expect(json.status).toBe('ready_for_complete');
  });
});
