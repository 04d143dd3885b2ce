import { afterEach, describe, expect, it } from 'vitest';
import { startPortal, type TestPortal } from '../support/portal.js';
import { rawConnections } from '../support/raw-connections.js';
import { answersIn, requestText } from '../support/raw-http.js';

let portal: TestPortal;
afterEach(() => portal.close());
const open = rawConnections(() => portal.url);

const HEALTH = requestText('/healthz');
const OVERLOADED = expect.stringContaining('503 Service Unavailable');

/** Returns the text of a request without its body. The request stays in flight until the body arrives. */
const begun = () =>
  requestText(
    '/api/commerce/checkouts/current/line-items',
    { 'x-api-key': portal.demo.deployment_key, 'content-length': '2', 'content-type': 'application/json' },
    'POST',
  );

describe('requests on one connection', () => {
  it('responds to 8 requests sent together on a connection, and to any number sent in turn', async () => {
    portal = await startPortal();
    const connection = await open();
    for (const count of [8, 16]) {
      connection.send(HEALTH.repeat(8));
      expect(await connection.answers(count)).not.toContain('HTTP/1.1 503');
    }
    for (let n = 17; n < 200; n += 1) {
      connection.send(HEALTH);
      await connection.answers(n);
    }
  });

  it('closes a connection with more than PORTAL_MAX_UNANSWERED open requests, and serves the others', async () => {
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
  it('returns 503 with Retry-After beyond PORTAL_MAX_REQUESTS, but answers probes, and recovers', async () => {
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
    expect((await portal.request('GET', '/healthz', { key: null })).status).toBe(200);
    expect((await portal.request('GET', '/readyz', { key: null })).json).toEqual({
      error: 'unavailable',
      detail: 'The portal has rejected calls in the last 5 seconds, at its limit of: requests.',
    });
    slow[0]?.send('{}');
    await slow[0]?.answers(1);
    expect((await items()).status).toBe(200);
  });
});

describe('connections', () => {
  it('closes the longest-idle connection when there are more than PORTAL_MAX_CONNECTIONS', async () => {
    portal = await startPortal({ env: { PORTAL_MAX_CONNECTIONS: '2' } });
    const [first, second] = [await open(), await open()];
    for (const connection of [second, first]) {
      connection.send(HEALTH);
      await connection.answers(1);
    }
    const third = await open();
    third.send(requestText('/docs'));
    expect(await third.answers(1)).toContain('200 OK');
    expect(await second.closed).toContain('200 OK');
    first.send(HEALTH);
    await first.answers(2);
    expect(await portal.metrics.text()).toContain('portal_connections_closed_total{reason="surplus"} 1\n');
  });

  it('answers probes on a surplus connection, but closes it with 503 while all others are busy', async () => {
    portal = await startPortal({ env: { PORTAL_MAX_CONNECTIONS: '2' } });
    const [first, second] = [await open(), await open()];
    for (const connection of [first, second]) connection.send(begun());
    await expect.poll(() => portal.metrics.text()).toContain('portal_requests_in_progress 2');
    const surplus = await open();
    surplus.send(HEALTH);
    expect(await surplus.answers(1)).toContain('200 OK');
    surplus.send(requestText('/docs'));
    const text = await surplus.closed;
    expect(text).toEqual(OVERLOADED);
    expect(text).toMatch(/retry-after: 1\r\n/i);
    expect(text).toContain('"error":"unavailable"');
    first.end();
    await expect.poll(() => portal.metrics.text()).toContain('portal_connections 1\n');
    const late = await open();
    late.send(requestText('/docs'));
    expect(await late.answers(1)).not.toEqual(OVERLOADED);
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
