import { afterEach, describe, expect, it } from 'vitest';
import { listenRequest } from '../support/listen-request.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { stillClock } from '../support/still-clock.js';
import { openSurface, type SurfaceName } from '../support/surfaces.js';

let portal: TestPortal;
afterEach(() => portal.close());

const MODERN = '2026-07-28';
const call = (id: number, name = 'search_catalog', args: object = { limit: 1 }) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
});
const batch = (count: number) => Array.from({ length: count }, (_, id) => call(id));

function post(body: unknown, version = '2025-03-26', key?: string | null) {
  const headers = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': version };
  return portal.request('POST', '/mcp', { body, headers, ...(key !== undefined && { key }) });
}

describe('a batch', () => {
  it('counts each of its calls once toward the rate limit', async () => {
    portal = await startPortal({ clock: stillClock(), rateLimit: '1' });
    for (let n = 0; n < 15; n += 1) {
      const { status, text } = await post(batch(20));
      expect([status, text.includes('rate_limited')]).toEqual([200, false]);
    }
    // 300 calls are the burst limit of a key.
    expect((await post(batch(2))).text.match(/rate_limited/g)?.length).toBeGreaterThanOrEqual(2);
  });

  it('counts entries that do not call a tool, too', async () => {
    portal = await startPortal({ clock: stillClock(), rateLimit: '1' });
    const pings = Array.from({ length: 20 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'ping' }));
    for (let n = 0; n < 15; n += 1) expect((await post(pings)).status).toBe(200);
    expect((await post(pings)).status).toBe(429);
  });

  it('is rejected as a whole if it has more than 20 messages, and counts once', async () => {
    portal = await startPortal({ clock: stillClock(), rateLimit: '1' });
    const { status, json } = await post(batch(21));
    expect([status, json]).toEqual([
      400,
      {
        jsonrpc: '2.0',
        id: null,
        error: { code: -32600, message: 'invalid_request: A batch holds at most 20 messages; this one has 21.' },
      },
    ]);
    for (let n = 1; n < 300; n += 1) await post(batch(21));
    expect((await post(batch(21))).status).toBe(429);
  });
});

describe('a response over MCP', () => {
  it.each<[what: string, version: string, body: unknown, key?: null]>([
    ['a call', '2025-06-18', call(1)],
    ['a batch', '2025-03-26', batch(2)],
    ['a call of the newer protocol', MODERN, call(1)],
    ['a call without a key', MODERN, call(1), null],
    ['an object that is not a message', '2025-06-18', { jsonrpc: '2.0' }],
  ])('must not be stored if it answers %s', async (_what, version, body, key) => {
    portal = await startPortal();
    const { headers } = await post(body, version, key);
    expect([headers.get('cache-control'), headers.get('x-content-type-options')]).toEqual(['no-store', 'nosniff']);
  });

  it('must not be stored if it rejects the origin', async () => {
    portal = await startPortal();
    const headers = { origin: 'https://evil.example' };
    const refused = await portal.request('POST', '/mcp', { body: call(1), headers });
    expect([refused.status, refused.headers.get('cache-control')]).toEqual([403, 'no-store']);
  });
});

it('acknowledges a subscription with no notifications and ends it at once, because no list ever changes', async () => {
  portal = await startPortal();
  const { status, text } = await portal.request('POST', '/mcp', {
    headers: {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': MODERN,
      'mcp-method': 'subscriptions/listen',
    },
    body: listenRequest('tools', 'prompts', 'resources'),
  });
  expect(status).toBe(200);
  const [acknowledged, ended, ...more] = [...text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => JSON.parse(data));
  expect(acknowledged).toMatchObject({
    method: 'notifications/subscriptions/acknowledged',
    params: { notifications: {} },
  });
  expect([ended, more]).toEqual([expect.objectContaining({ id: 7, result: expect.anything() }), []]);
});

describe('an idempotency key on a read', () => {
  it.each<SurfaceName>(['mcp 2.x http', 'mcp 2.x http legacy era', 'mcp 2.x stdio'])(
    'is ignored over %s, even if it is empty, too long or not a string',
    async (name) => {
      portal = await startPortal();
      const { url, database, demo } = portal;
      const surface = await openSurface(name, { url, database, key: demo.deployment_key });
      const plain = await surface.call('search_catalog', { limit: 1 });
      expect(plain.body.data).toHaveLength(1);
      for (const idempotency_key of ['k', '', 'x'.repeat(300), 5, null])
        expect(await surface.call('search_catalog', { limit: 1, idempotency_key })).toEqual(plain);
      expect(await surface.call('search_catalog', { limit: 2, idempotency_key: 'k' })).not.toEqual(plain);
      await surface.close();
    },
  );

  it.each(['k', '', 'x'.repeat(300), 'a, b'])('is ignored over HTTP, even if it is invalid: %j', async (key) => {
    portal = await startPortal();
    const headers = { 'idempotency-key': key };
    const answered = await portal.request('GET', '/api/commerce/items?limit=1', { headers });
    expect([answered.status, answered.headers.get('idempotent-replayed')]).toEqual([200, null]);
  });
});
