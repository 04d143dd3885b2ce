import { afterEach, describe, expect, it } from 'vitest';
import { startPortal, type TestPortal } from '../support/portal.js';
import { rawConnections } from '../support/raw-connections.js';
import { answersIn, requestText } from '../support/raw-http.js';

let portal: TestPortal;
afterEach(() => portal.close());
const open = rawConnections(() => portal.url);

const HEALTH = requestText('/healthz');
const OVERLOADED = expect.stringContaining('503 Service Unavailable');

/** A request whose body has yet to come: it is in flight until then. */
const begun = () =>
  requestText(
    '/api/commerce/checkouts/current/line-items',
    { 'x-api-key': portal.demo.deployment_key, 'content-length': '2', 'content-type': 'application/json' },
    'POST',
  );

describe('requests on one connection', () => {
  it('answers 64 requests sent at once on a connection, and any number sent in turn', async () => {
    portal = await startPortal();
    const connection = await open();
    for (const count of [64, 128]) {
      connection.send(HEALTH.repeat(64));
      expect(await connection.answers(count)).not.toContain('HTTP/1.1 503');
    }
    for (let n = 129; n < 300; n += 1) {
      connection.send(HEALTH);
      await connection.answers(n);
    }
  });

  it('closes a connection with more than PORTAL_MAX_UNANSWERED requests, and serves the others', async () => {
    portal = await startPortal({ env: { PORTAL_MAX_UNANSWERED: '3' } });
    const other = await open();
    const connection = await open();
    connection.send(HEALTH.repeat(4));
    expect(answersIn(await connection.closed)).toBeLessThan(4);
    other.send(HEALTH.repeat(3));
    await other.answers(3);
    const { text } = await portal.request('GET', '/metrics', { key: null });
    expect(text).toContain('portal_connections_closed_total{reason="unread"} 1\n');
  });
});

describe('concurrent requests', () => {
  it('returns 503 with Retry-After beyond PORTAL_MAX_REQUESTS, answers probes, and recovers', async () => {
    portal = await startPortal({ env: { PORTAL_MAX_REQUESTS: '2' } });
    const slow = [await open(), await open()];
    for (const connection of slow) connection.send(`${begun()}`);
    const items = () => portal.request('GET', '/api/commerce/items');
    let refused = await items();
    while (refused.status === 200) refused = await items();
    expect([refused.status, refused.headers.get('retry-after'), refused.json]).toEqual([
      503,
      '1',
      { error: 'unavailable', detail: 'The portal has reached its limit of requests; try again.' },
    ]);
    for (const path of ['/healthz', '/readyz'])
      expect((await portal.request('GET', path, { key: null })).status).toBe(200);
    slow[0]?.send('{}');
    await slow[0]?.answers(1);
    expect((await items()).status).toBe(200);
  });
});

describe('connections', () => {
  it('returns 503 beyond PORTAL_MAX_CONNECTIONS and closes, answers probes, and recovers', async () => {
    portal = await startPortal({ env: { PORTAL_MAX_CONNECTIONS: '2' } });
    const [first, second, surplus] = [await open(), await open(), await open()];
    for (const connection of [first, second, surplus]) connection.send(HEALTH);
    for (const connection of [first, second, surplus]) await connection.answers(1);
    surplus.send(requestText('/docs'));
    const text = await surplus.closed;
    expect(text).toEqual(OVERLOADED);
    expect(text).toMatch(/retry-after: 1\r\n/i);
    expect(text).toContain('"error":"unavailable"');
    first.end();
    await first.closed;
    second.send(requestText('/docs'));
    expect(await second.answers(2)).not.toEqual(OVERLOADED);
  });
});

describe('a slow request', () => {
  it('returns 408 after PORTAL_REQUEST_SECONDS, and closes the connection', async () => {
    portal = await startPortal({ env: { PORTAL_REQUEST_SECONDS: '1' } });
    const connection = await open();
    connection.send(begun());
    expect(await connection.closed).toMatch(/^HTTP\/1\.1 408 /);
  });
});
