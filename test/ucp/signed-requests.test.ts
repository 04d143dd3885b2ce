import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { replaceWrite } from '../../src/ports.js';
import { addKey, newShopKey } from '../../src/records/shop-keys.js';
import type { Jwk } from '../../src/ucp/signatures/keys.js';
import { contentDigest } from '../../src/ucp/signatures/message.js';
import { stillClock } from '../support/still-clock.js';
import { mugs, PAYMENT, ready } from './bodies.js';
import { call, OPEN, OTHER_PROFILE, PROFILE, platformProfile, setUcp, type UcpPortal, ucpPortal } from './platform.js';
import { AUTHORITY, type Pair, pairOf, SENT, type Sent, type Signing, signed, verifiedElsewhere } from './signing.js';

const pair = pairOf('key-1');

describe('over HTTP', () => {
  const version = '2026-08-25';
  let shop: UcpPortal;
  const profileWith = (keys: readonly Jwk[]) => ({ ...platformProfile(version), keys });
  beforeAll(async () => {
    shop = await ucpPortal(version, { open: false, host: AUTHORITY });
    shop.connector.serve(PROFILE, profileWith([pair.jwk]));
  });
  afterAll(() => shop.portal.close());

  const body = { line_items: mugs() };
  const path = `/ucp/${version}/checkout-sessions`;
  const sentBy = (by: Pair, more: Partial<Sent> = {}, how: Signing = {}) =>
    signed({ ...SENT, target: path, body: JSON.stringify(body), ...more }, by, how);
  const send = async ({ method, target, headers, body: raw }: Sent) =>
    shop.portal.request(method, target, { key: null, headers, ...(raw !== '' && { raw }) });

  test('identifies the platform in a shop that requires signatures', async () => {
    const sent = sentBy(pair);
    const { status, json } = await send(sent);
    expect(status).toBe(201);
    const get = signed(
      {
        method: 'GET',
        target: `${path}/${json.id}`,
        headers: { 'ucp-agent': SENT.headers['ucp-agent'] ?? '' },
        body: '',
      },
      pair,
      {
        components: ['@method', '@authority', '@path', 'ucp-agent'],
      },
    );
    expect((await send(get)).json.id).toBe(json.id);
    const again = await send(sent);
    expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([JSON.stringify(json), 'true']);
    const nobody = await send({ ...get, headers: { 'ucp-agent': get.headers['ucp-agent'] ?? '' } });
    expect([nobody.status, nobody.json.code, nobody.headers.get('www-authenticate')]).toEqual([
      401,
      'unauthorized',
      'Bearer realm="portal"',
    ]);
  });

  test('separates a proven platform and its idempotency keys from a mere claim of its profile', async () => {
    await setUcp(shop.portal, { ...OPEN, host: AUTHORITY });
    const { json } = await send(sentBy(pair, { headers: { ...SENT.headers, 'idempotency-key': 'own' } }));
    const claimed = await call(shop, version, 'GET', `/checkout-sessions/${json.id}`);
    expect(claimed.json.messages[0].code).toBe('not_found');
    const stolen = await call(shop, version, 'POST', '/checkout-sessions', {
      body,
      headers: { 'idempotency-key': 'own' },
    });
    expect(stolen.json.id).not.toBe(json.id);
    await setUcp(shop.portal, { ...OPEN, open: false, host: AUTHORITY });
  });

  test.each<[string, () => Sent, number, string]>([
    ['a key that the profile does not have', () => sentBy(pairOf('other')), 401, 'key_not_found'],
    ['another key with the same id', () => sentBy(pairOf('key-1')), 401, 'signature_invalid'],
    ['a changed body', () => ({ ...sentBy(pair), body: '{}' }), 400, 'digest_mismatch'],
    ['a signature that covers too little', () => sentBy(pair, {}, { components: ['@method'] }), 401, 'unauthorized'],
    ['a signature in DER', () => sentBy(pair, {}, { encoding: 'der' }), 401, 'signature_invalid'],
    ['a key of another curve', () => sentBy(pairOf('key-1', 'P-384')), 401, 'signature_invalid'],
    ['a different signed host', () => sentBy(pair, {}, { authority: 'other.example.com' }), 401, 'signature_invalid'],
  ])('rejects %s', async (_name, sent, status, code) => {
    const answered = await send(sent());
    expect([answered.status, answered.json.code]).toEqual([status, code]);
  });

  test('rejects a wrong signature beside a valid key', async () => {
    const { headers, body: raw } = sentBy(pairOf('key-1'));
    const answered = await shop.portal.request('POST', path, { key: shop.key, headers, raw });
    expect([answered.status, answered.json.code]).toEqual([401, 'signature_invalid']);
  });

  test('refetches a profile for a new key at most once a minute', async () => {
    const fresh = pairOf('fresh');
    const url = 'https://rotating.example/profile.json';
    const headers = { ...SENT.headers, 'ucp-agent': `profile="${url}"`, 'idempotency-key': 'fresh' };
    shop.connector.serve(url, profileWith([pair.jwk]));
    expect((await send(sentBy(pair, { headers }))).status).toBe(201);
    shop.connector.serve(url, profileWith([pair.jwk, fresh.jwk]));
    const by = (one: Pair, key: string) => send(sentBy(one, { headers: { ...headers, 'idempotency-key': key } }));
    expect((await by(fresh, 'a')).status).toBe(201);
    const asked = () => shop.connector.asked.filter((one) => one === url).length;
    const before = asked();
    expect((await by(pairOf('unknown'), 'b')).json.code).toBe('key_not_found');
    expect((await by(pair, 'c')).status).toBe(201);
    expect(asked()).toBe(before);
  });

  test('ignores a bad signature beside a good one, in either order', async () => {
    const bad = pairOf('bad');
    const keyed = (key: string) => ({ headers: { ...SENT.headers, 'idempotency-key': key } });
    const first = signed(sentBy(bad, keyed('bad-first'), { label: 'a' }), pair, { label: 'b' });
    const second = signed(sentBy(pair, keyed('bad-second'), { label: 'a' }), bad, { label: 'b' });
    for (const sent of [first, second]) expect((await send(sent)).status).toBe(201);
  });

  test('verifies a signature over the message in MCP', async () => {
    const message = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'create_checkout', arguments: { meta: { 'ucp-agent': { profile: PROFILE } }, checkout: body } },
    };
    const target = `/ucp/${version}/mcp`;
    const headers = { 'content-type': 'application/json' };
    const components = ['@method', '@authority', '@path', 'content-digest', 'content-type'];
    const sent = signed({ method: 'POST', target, headers, body: JSON.stringify(message) }, pair, { components });
    const good = await send(sent);
    expect([good.status, good.json.result.structuredContent.status]).toEqual([200, 'incomplete']);
    const bad = await send({ ...sent, body: JSON.stringify({ ...message, id: 2 }) });
    expect([bad.status, bad.json.error.code, bad.json.error.data.code]).toEqual([400, -32600, 'digest_mismatch']);
    const other = await send(
      signed({ ...sent, headers, body: JSON.stringify(message) }, pairOf('key-1'), { components }),
    );
    expect([other.status, other.json.error.code, other.json.error.data.code]).toEqual([
      401,
      -32000,
      'signature_invalid',
    ]);
  });

  test("signs responses that another implementation verifies with the profile's keys", async () => {
    const { app, demo } = shop.portal;
    const rotateKey = () =>
      app.store.update((rows) => {
        const row = rows.get('deployment', demo.deployment_id);
        if (!row) throw new Error('no deployment');
        const fresh = newShopKey(app.store.secret('ucp_keys'), 'P-256', Date.now());
        const ucp_keys = addKey(row.ucp_keys ?? [], fresh, Date.now());
        return { writes: [replaceWrite('deployment', row, { ...row, ucp_keys })], result: fresh.kid };
      });
    const first = await rotateKey();
    const made = await call(shop, version, 'POST', '/checkout-sessions', { key: shop.key, body: ready() });
    expect(made.headers.get('signature')).toBeNull();
    const second = await rotateKey();
    const paid = await call(shop, version, 'POST', `/checkout-sessions/${made.json.id}/complete`, {
      key: shop.key,
      body: PAYMENT,
    });
    const { json: profile } = await shop.portal.request('GET', '/.well-known/ucp', { key: null });
    expect(profile.keys.map(({ kid }: Jwk) => kid)).toEqual([first, second]);
    expect(profile.signing_keys).toEqual(profile.keys);
    for (const answered of [
      paid,
      await send(sentBy(pair, { headers: { ...SENT.headers, 'idempotency-key': 'signed' } })),
    ]) {
      expect(answered.headers.get('signature-input')).toContain(second);
      expect(await verifiedElsewhere(shown(answered), profile.keys)).toBe(true);
      const other = new Headers(answered.headers);
      other.set('content-digest', contentDigest(Buffer.from('other')));
      expect(await verifiedElsewhere(shown({ ...answered, headers: other }), profile.keys)).not.toBe(true);
      expect(answered.headers.get('content-digest')).toBe(contentDigest(Buffer.from(answered.text)));
    }
  });

  test('rejects a signature whose key is not that of the named profile', async () => {
    shop.connector.serve(OTHER_PROFILE, profileWith([pairOf('key-1').jwk]));
    const headers = { ...SENT.headers, 'ucp-agent': `profile="${OTHER_PROFILE}"` };
    const { status, json } = await send(sentBy(pair, { headers }));
    expect([status, json.code]).toEqual([401, 'signature_invalid']);
  });
});

/** Converts a response to the form that the other implementation uses. */
function shown({ status, headers }: { readonly status: number; readonly headers: Headers }) {
  return { status, headers: Object.fromEntries(headers) };
}

test("accepts a removed key until the platform's profile is fetched again", async () => {
  const clock = stillClock();
  const version = '2026-08-25';
  const shop = await ucpPortal(version, { open: false, host: AUTHORITY }, { clock });
  const [before, after] = [pairOf('before'), pairOf('after')];
  const serve = (...pairs: readonly Pair[]) =>
    shop.connector.serve(PROFILE, { ...platformProfile(version), keys: pairs.map(({ jwk }) => jwk) });
  const statusOf = async (by: Pair) => {
    const target = `/ucp/${version}/checkout-sessions/none`;
    const headers = { 'ucp-agent': SENT.headers['ucp-agent'] ?? '' };
    const components = ['@method', '@authority', '@path', 'ucp-agent'];
    const sent = signed({ method: 'GET', target, headers, body: '' }, by, { components });
    const { status, json } = await shop.portal.request('GET', target, { key: null, headers: sent.headers });
    return [status, json.code ?? json.messages[0].code];
  };
  serve(before);
  expect(await statusOf(before)).toEqual([200, 'not_found']);
  serve(after);
  expect(await statusOf(before)).toEqual([200, 'not_found']);
  clock.advance(61_000);
  expect(await statusOf(before)).toEqual([401, 'key_not_found']);
  expect(await statusOf(after)).toEqual([200, 'not_found']);
  await shop.portal.close();
});
