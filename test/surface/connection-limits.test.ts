import { afterEach, describe, expect, it } from 'vitest';
import { startPortal, type TestPortal } from '../support/portal.js';
import { rawConnections } from '../support/raw-connections.js';
import { answersIn, requestText } from '../support/raw-http.js';

let portal: TestPortal;
afterEach(() => portal.close());
const open = rawConnections(() => portal.url);

const HEALTH = requestText('/healthz');
const OVERLOADED = expect.stringContaining('503 Service Unavailable');

/** A request whose body has yet to come: it is under way until then. */
const begun = () =>
  requestText(
    '/api/commerce/checkouts/current/line-items',
    { 'x-api-key': portal.demo.deployment_key, 'content-length': '2', 'content-type': 'application/json' },
    'POST',
  );

describe('requests on one connection', () => {
  it('are answered when 64 are sent at once, and when any number is sent one after the other', async () => {
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

  it('end it when there are more than PORTAL_MAX_UNANSWERED, and others go on', async () => {
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

describe('requests in progress', () => {
  it('beyond PORTAL_MAX_REQUESTS are 503 with Retry-After, probes are answered, and it passes', async () => {
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
  it('beyond PORTAL_MAX_CONNECTIONS are told 503 and closed, probes are answered, and it passes', async () => {
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

describe('a request that comes too slowly', () => {
  it('is 408 after PORTAL_REQUEST_SECONDS, and its connection ends', async () => {
    portal = await startPortal({ env: { PORTAL_REQUEST_SECONDS: '1' } });
    const connection = await open();
    connection.send(begun());
    expect(await connection.closed).toMatch(/^HTTP\/1\.1 408 /);
  });
});
