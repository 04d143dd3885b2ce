import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { VERSION } from '../../src/version.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { stillClock } from '../support/still-clock.js';

const KEYS = '/orgs/org_01930000-0000-7000-8000-000000000001/jwks.json';
const FIXED = [
  '/',
  '/docs',
  '/docs/get_cart',
  '/docs/errors',
  '/docs/style.css',
  '/docs/script.js',
  '/openapi.json',
  KEYS,
];

describe('static responses', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await startPortal();
  });
  afterAll(() => portal.close());

  const get = (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
    portal.request(method, path, { key: null, headers });

  it.each(FIXED)('returns an ETag for %s, and 304 to clients that send it', async (path) => {
    const first = await get(path);
    const etag = first.headers.get('etag') ?? '';
    expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'no-cache']);
    expect(etag).toMatch(/^"[\w-]{27}"$/);
    expect(first.headers.get('content-length')).toBe(String(Buffer.byteLength(first.text)));
    const again = await get(path, { 'if-none-match': `"x", W/${etag}`, 'cache-control': 'max-age=0' });
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
    expect((await get(path, { 'if-none-match': '"x"', 'cache-control': 'max-age=0' })).text).toBe(first.text);
    const head = await get(path, {}, 'HEAD');
    const told = ({ headers }: typeof head) =>
      ['etag', 'content-length', 'content-type'].map((name) => headers.get(name));
    expect([head.text, told(head)]).toEqual(['', told(first)]);
  });

  it('returns an ETag for payment handler schemas', async () => {
    const paths = portal.app.handlers.flatMap(({ schemas }) => Object.keys(schemas));
    expect(paths.length).toBeGreaterThan(0);
    for (const path of paths) expect((await get(path)).headers.get('etag'), path).not.toBeNull();
  });

  it('describes the server at / and links to the rest', async () => {
    const { text, headers } = await get('/');
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(text).toContain('/mcp');
    const links = [...text.matchAll(/href="([^"]+)"/g)].map(([, path]) => path ?? '');
    expect(links).toEqual(expect.arrayContaining(['/docs', '/docs/demo', '/docs/mcp', '/openapi.json', '/healthz']));
    for (const path of links) expect((await get(path)).status).toBe(200);
  });

  it("states the API's version and the portal's version in openapi.json", async () => {
    const { info, paths } = (await get('/openapi.json')).json;
    expect(info).toMatchObject({ version: '0.1.1-beta', 'x-portal-version': VERSION });
    expect(paths['/orgs/{organization_id}/jwks.json'].get.security).toEqual([]);
  });

  it.each([...FIXED, '/healthz', '/readyz', '/metrics', '/none', '/api/commerce/items', '/mcp', '/checkout/x'])(
    'forbids sniffing the type of %s',
    async (path) => {
      expect((await get(path)).headers.get('x-content-type-options')).toBe('nosniff');
    },
  );
});

describe('the limit per address', () => {
  let portal: TestPortal;
  afterEach(() => portal.close());

  const start = async (env: Readonly<Record<string, string>> = {}) => {
    const clock = stillClock();
    portal = await startPortal({ clock, rateLimit: '1', env: { PORTAL_OPEN_RATE: '1', ...env } });
    return clock;
  };
  const status = async (path: string, from?: string, key: string | null = null) => {
    const headers = from === undefined ? {} : { 'x-forwarded-for': from };
    return (await portal.request('GET', path, { key, headers })).status;
  };
  const spend = async (from?: string) => {
    for (const path of ['/openapi.json', '/none', KEYS]) await status(path, from);
  };

  it('limits requests without a key, except to probes, to PORTAL_OPEN_RATE with bursts three times as large', async () => {
    const clock = await start();
    await spend();
    for (const path of ['/', '/docs', '/openapi.json', KEYS, '/metrics', '/none', '/media/demo/chef-knife.svg'])
      expect([path, await status(path)]).toEqual([path, 429]);
    const { headers, json } = await portal.request('GET', '/docs', { key: null });
    expect([headers.get('retry-after'), json.error]).toEqual(['1', 'rate_limited']);
    const page = await portal.request('GET', '/checkout/x', { key: null });
    expect([page.status, page.headers.get('content-type')]).toEqual([429, 'text/html; charset=utf-8']);
    for (const path of ['/healthz', '/readyz']) expect(await status(path)).toBe(200);
    expect(await status('/api/commerce/items', undefined, portal.demo.deployment_key)).toBe(200);
    clock.advance(1000);
    expect([await status('/docs'), await status('/docs')]).toEqual([200, 429]);
  });

  it('grants no extra calls when the clock is set back', async () => {
    const clock = await start();
    expect(await status('/docs')).toBe(200);
    clock.advance(-3_600_000);
    expect(await status('/docs')).toBe(200);
  });

  it('counts an IPv6 network of 64 bits as one address in any spelling', async () => {
    await start({ PORTAL_TRUSTED_PROXIES: '1' });
    await spend('2001:db8:0:1:aaaa::1');
    expect(await status('/docs', '2001:0DB8::1:b:c:d:2')).toBe(429);
    expect(await status('/docs', '2001:db8:0:2::1')).toBe(200);
    await spend('::ffff:203.0.113.1');
    expect([await status('/docs', '203.0.113.1'), await status('/docs', '203.0.113.2')]).toEqual([429, 200]);
  });

  it('ignores an address header from the client itself', async () => {
    await start();
    await spend('203.0.113.1');
    expect(await status('/docs', '203.0.113.2')).toBe(429);
  });

  it.each(['1', 'loopback', '127.0.0.0/8, ::1'])(
    'accepts the address that a proxy of PORTAL_TRUSTED_PROXIES=%s names',
    async (trusted) => {
      await start({ PORTAL_TRUSTED_PROXIES: trusted });
      await spend('203.0.113.1');
      expect(await status('/docs', '203.0.113.1')).toBe(429);
      expect(await status('/docs', '203.0.113.2')).toBe(200);
      // Earlier entries of the header were set by the client.
      expect(await status('/docs', '203.0.113.3, 203.0.113.1')).toBe(429);
    },
  );

  it('uses the address that the proxy names to limit failed authentications, and to hide /metrics', async () => {
    await start({ PORTAL_TRUSTED_PROXIES: 'loopback' });
    for (let n = 0; n < 60; n += 1) expect(await status('/api/commerce/items', '203.0.113.1')).toBe(401);
    expect(await status('/api/commerce/items', '203.0.113.1')).toBe(429);
    expect(await status('/mcp', '203.0.113.1')).toBe(429);
    expect(await status('/api/commerce/items', '203.0.113.2')).toBe(401);
    expect([await status('/metrics', '203.0.113.4'), await status('/metrics')]).toEqual([404, 200]);
  });
});
