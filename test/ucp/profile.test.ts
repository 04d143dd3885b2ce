import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reversedHost } from '../../src/ucp/site/site.js';
import { VERSIONS } from '../../src/ucp/versions/index.js';
import { call, OPEN, setUcp, type UcpPortal, ucpPortal } from './platform.js';
import { PUBLISHED } from './schemas.js';

let shop: UcpPortal;
beforeAll(async () => {
  shop = await ucpPortal('2026-04-08', { host: 'shop.example.com' });
});
afterAll(() => shop.portal.close());

const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  shop.portal.request('GET', path, { key: null, headers });

const [newest, ...older] = VERSIONS.map(({ date }) => date);

describe('the profile of the business', () => {
  test.each(PUBLISHED)('matches the published schema of %s', async (version) => {
    const { json } = await get(`/.well-known/ucp/${version}`);
    expect(json.ucp.version).toBe(version);
    expect(json.ucp.supported_versions).toBeUndefined();
  });
});

describe('/.well-known/ucp', () => {
  test('returns the newest version, and names the others', async () => {
    const { json } = await get('/.well-known/ucp');
    expect(json.ucp.version).toBe(newest);
    expect(Object.keys(json.ucp.supported_versions)).toEqual(older);
    for (const [version, url] of Object.entries(json.ucp.supported_versions)) {
      expect(url).toBe(`https://shop.example.com/.well-known/ucp/${version}`);
      expect((await get(new URL(String(url)).pathname)).json.ucp.version).toBe(version);
    }
  });

  test('allows caching, and returns 304 until it changes', async () => {
    const { headers } = await get('/.well-known/ucp');
    expect(headers.get('cache-control')).toBe('public, max-age=3600');
    const again = await get('/.well-known/ucp', { 'if-none-match': headers.get('etag') ?? '' });
    expect(again.status).toBe(304);
  });

  test("lists only served features, at the configured host instead of the request's", async () => {
    const { json } = await get('/.well-known/ucp', { host: 'evil.example' });
    const [service, ...others] = json.ucp.services['dev.ucp.shopping'];
    const endpoint = `https://shop.example.com/ucp/${newest}`;
    expect(service).toMatchObject({ transport: 'rest', endpoint });
    expect(others).toMatchObject([{ transport: 'mcp', endpoint: `${endpoint}/mcp` }]);
    const tool = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_cart', arguments: {} } };
    const told = await shop.portal.request('POST', new URL(others[0].endpoint).pathname, { key: null, body: tool });
    expect(told.json.error.data.code).toBe('invalid_profile_url');
    const { pathname } = new URL(service.endpoint);
    const answered = await shop.portal.request('POST', `${pathname}/checkout-sessions`, { key: null, body: {} });
    expect(answered.json.code).toBe('invalid_profile_url');
    expect(Object.keys(json.ucp.payment_handlers)).toEqual([
      'com.example.shop.sandbox_card',
      'com.example.shop.invoice',
    ]);
    for (const [handler] of Object.values<{ spec: string; schema: string }[]>(json.ucp.payment_handlers)) {
      expect(new URL(handler?.schema ?? '').host).toBe('shop.example.com');
      expect((await get(new URL(handler?.schema ?? '').pathname)).status).toBe(200);
    }
  });

  test('returns 404 for a shop that is not enabled', async () => {
    await setUcp(shop.portal, { ...OPEN, enabled: false });
    expect((await get('/.well-known/ucp')).status).toBe(404);
    for (const sent of [{}, { key: shop.key }]) {
      const { status, json } = await call(shop, '2026-04-08', 'GET', '/checkout-sessions/chk_1', sent);
      expect([status, json.code]).toEqual([404, 'not_found']);
    }
    await setUcp(shop.portal, { ...OPEN, host: 'shop.example.com' });
  });
});

test.each([
  ['shop.example.com', 'com.example.shop'],
  ['my-shop.example.com', 'com.example.my_shop'],
  ['localhost', undefined],
  ['127.0.0.1', undefined],
  ['[::1]', undefined],
  ['3com.example', undefined],
])('reverses the host %s to %s', (host, reversed) => expect(reversedHost(host)).toBe(reversed));
