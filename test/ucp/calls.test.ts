import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { replaceWrite } from '../../src/ports.js';
import { mugs, PAYMENT, ready } from './bodies.js';
import { CARD, call, type UcpPortal, ucpPortal } from './platform.js';

const VERSION = '2026-08-25';
const BODY = { line_items: mugs() };
const READY = ready();

let shop: UcpPortal;
beforeAll(async () => {
  shop = await ucpPortal(VERSION);
});
afterAll(() => shop.portal.close());

const post = (path: string, sent: { body?: unknown; raw?: string; headers?: Record<string, string> } = {}) =>
  call(shop, VERSION, 'POST', path, { key: shop.key, ...sent });

describe('a repeat', () => {
  const headers = { 'idempotency-key': 'b6b7a3f0-6b2c-4c57-9c43-2f6b1c1b8f10' };

  test('returns the same bytes for a byte-identical repeat, and creates nothing', async () => {
    const first = await post('/checkout-sessions', { body: BODY, headers });
    const again = await post('/checkout-sessions', { body: BODY, headers });
    expect([again.status, again.text]).toEqual([first.status, first.text]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });

  test('rejects different bytes as a conflict, even with the same meaning', async () => {
    const other = await post('/checkout-sessions', { raw: JSON.stringify(BODY, null, 1), headers });
    expect([other.status, other.json.code]).toEqual([409, 'idempotency_conflict']);
  });

  test('runs a call with the same key for another checkout separately', async () => {
    const [one, two] = [
      await post('/checkout-sessions', { body: BODY }),
      await post('/checkout-sessions', { body: BODY }),
    ];
    for (const { json } of [one, two]) {
      const canceled = await post(`/checkout-sessions/${json.id}/cancel`, { headers });
      expect(canceled.json).toMatchObject({ id: json.id, status: 'canceled' });
    }
  });

  test('pays once for a repeated payment, and replays a decline', async () => {
    const { json } = await post('/checkout-sessions', { body: READY });
    const path = `/checkout-sessions/${json.id}/complete`;
    const declined = { payment: { instruments: [{ ...CARD, credential: { type: 'token', token: 'tok_decline' } }] } };
    const no = await post(path, { body: declined, headers: { 'idempotency-key': 'no' } });
    const again = await post(path, { body: declined, headers: { 'idempotency-key': 'no' } });
    expect(again.text).toBe(no.text);
    const yes = await Promise.all(
      [1, 2].map(() => post(path, { body: PAYMENT, headers: { 'idempotency-key': 'yes' } })),
    );
    expect(new Set(yes.map(({ json: paid }) => paid.order.id)).size).toBe(1);
  });
});

describe('an invalid call', () => {
  test.each([
    ['invalid JSON', { raw: '{' }, 'invalid_json'],
    ['no lines', { body: {} }, 'invalid_request'],
    ['a quantity of 0', { body: { line_items: [{ item: { id: 'enamel-mug' }, quantity: 0 }] } }, 'invalid_request'],
    ['an invalid email', { body: { ...BODY, buyer: { email: 'ada' } } }, 'invalid_request'],
    ['an unknown type', { body: { ...BODY, fulfillment: { methods: [{ type: 'drone' }] } } }, 'invalid_request'],
    ['another content type', { raw: '{}', headers: { 'content-type': 'text/plain' } }, 'unsupported_media_type'],
    ['a body that is too large', { raw: ' '.repeat(300_000) }, 'payload_too_large'],
  ])('returns 400 with a code for %s', async (_name, sent, code) => {
    const { status, json } = await post('/checkout-sessions', sent);
    expect([status, json.code]).toEqual([400, code]);
    expect(Object.keys(json)).toEqual(['code', 'content']);
  });

  test('returns 404 for an unknown path', async () => {
    const { status, json } = await post('/nothing', { body: BODY });
    expect([status, json.code]).toEqual([404, 'not_found']);
  });
});

describe('the amount that complete charges', () => {
  test('is the total of the last update, and nothing is charged while the total differs from it', async () => {
    const { json } = await post('/checkout-sessions', { body: READY });
    const path = `/checkout-sessions/${json.id}`;
    const { app, demo } = shop.portal;
    const priceOf = (price: number) =>
      app.store.update((rows) => {
        const item = rows.get('item', `${demo.shop_id}/enamel-mug`);
        if (!item) throw new Error('the demo has no mug');
        return { writes: [replaceWrite('item', item, { ...item, price })], result: item.price };
      });
    const before = await priceOf(2_000);
    const read = await call(shop, VERSION, 'GET', path, { key: shop.key });
    expect(read.json).toMatchObject({ status: 'incomplete' });
    expect(read.json.messages.map(({ code }: { code: string }) => code)).toEqual(['price_changed', 'total_changed']);
    const refused = await post(`${path}/complete`, { body: PAYMENT });
    expect(refused.json).toMatchObject({ status: 'incomplete' });
    const put = await call(shop, VERSION, 'PUT', path, { key: shop.key, body: READY });
    expect(put.json.status).toBe('ready_for_complete');
    const paid = await post(`${path}/complete`, { body: PAYMENT });
    expect(paid.json).toMatchObject({ status: 'completed' });
    expect(paid.json.totals.at(-1)).toEqual(put.json.totals.at(-1));
    await priceOf(before);
  });

  test('warns that a claimed eligibility is not accepted, and stores the attribution in the order', async () => {
    const context = { eligibility: ['com.example.gold'], address_country: 'US' };
    const { json } = await post('/checkout-sessions', { body: { ...READY, context, attribution: { source: 'mail' } } });
    expect(json.messages).toMatchObject([{ code: 'eligibility_not_accepted', path: '$.context.eligibility[0]' }]);
    expect(json.context).toEqual({ address_country: 'US', eligibility: ['com.example.gold'] });
    const path = `/checkout-sessions/${json.id}/complete`;
    const paid = await post(path, { body: PAYMENT });
    const order = await shop.portal.app.store.read((rows) => rows.get('order', paid.json.order.id));
    expect(order).toMatchObject({ attribution: { source: 'mail' }, platform: { proven: true } });
  });
});

describe('consent', () => {
  const MARKETING = 'dev.ucp.consent.marketing';

  test('keeps consent that an update omits, and changes it with the payment', async () => {
    const consent = {
      [MARKETING]: { granted: true, source: 'platform' },
      'com.example.other': { granted: true, source: 'platform' },
    };
    const { json } = await post('/checkout-sessions', { body: { ...READY, buyer: { ...READY.buyer, consent } } });
    expect(json.buyer.consent[MARKETING]).toMatchObject({ granted: true, source: 'platform' });
    expect(Object.keys(json.buyer.consent)).not.toContain('com.example.other');
    const path = `/checkout-sessions/${json.id}`;
    const put = await call(shop, VERSION, 'PUT', path, { key: shop.key, body: READY });
    expect(put.json.buyer.consent[MARKETING].granted).toBe(true);
    const withdrawn = { [MARKETING]: { granted: false, source: 'platform' } };
    const body = { ...PAYMENT, buyer: { consent: withdrawn } };
    const paid = await post(`${path}/complete`, { body });
    expect(paid.json.status).toBe('completed');
    expect(paid.json.buyer.consent[MARKETING]).toMatchObject({ granted: false, source: 'platform' });
  });
});
