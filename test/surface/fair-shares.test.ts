import { afterEach, describe, expect, it, vi } from 'vitest';
import { PortalError } from '../../src/domain/errors/portal-error.js';
import { Admission } from '../../src/http/admission.js';
import { seriesValue } from '../metrics/metric-text.js';
import { listenRequest } from '../support/listen-request.js';
import { DEFAULT_SHARES } from '../support/no-load-limits.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { rawConnections } from '../support/raw-connections.js';
import { type RawConnection, requestText } from '../support/raw-http.js';
import { anotherKey } from '../support/tenants.js';

let portal: TestPortal;
afterEach(() => portal.close());
const open = rawConnections(() => portal.url);

/** Share of one client: a quarter of the limit, which is 32 in these tests. It is also the smallest possible share. */
const SHARE = 8;
const OTHER_ADDRESS = '127.0.0.2';
const ITEMS = '/api/commerce/items';

/** Returns the text of a request without its body. The request stays in flight until the body arrives. */
const begun = (key: string, length = 2, headers: Readonly<Record<string, string>> = {}) =>
  requestText(
    '/api/commerce/checkouts/current/line-items',
    { 'x-api-key': key, 'content-length': String(length), 'content-type': 'application/json', ...headers },
    'POST',
  );

const LISTEN = JSON.stringify(listenRequest('tools'));

const listen = (key: string, path = '/mcp') =>
  requestText(
    path,
    {
      'x-api-key': key,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'content-length': String(LISTEN.length),
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'subscriptions/listen',
    },
    'POST',
  ) + LISTEN;

async function metric(series: string): Promise<number> {
  return seriesValue(await portal.metrics.text(), series);
}

const rejects = (reason: string) => metric(`portal_rejects_total{reason="${reason}"}`);

/** Opens `count` connections, sends the text on each, and waits until the metric counts them. */
async function hold(count: number, text: string, gauge: string, from?: string): Promise<RawConnection[]> {
  const held: RawConnection[] = [];
  for (let n = 0; n < count; n += 1) {
    const connection = await open(from);
    connection.send(text);
    held.push(connection);
  }
  await expect.poll(() => metric(gauge)).toBe(count);
  return held;
}

async function answerTo(text: string, from?: string): Promise<string> {
  const connection = await open(from);
  connection.send(text);
  const answer = await connection.answers(1);
  connection.end();
  return answer;
}

const TOO_MANY = expect.stringMatching(/^HTTP\/1\.1 429 [\s\S]*retry-after: 1\r\n[\s\S]*"error":"rate_limited"/i);
const OK = expect.stringMatching(/^HTTP\/1\.1 200 /);

describe('streams', () => {
  it("opens a stream on /mcp or over UCP only if the client's share permits it", async () => {
    portal = await startPortal();
    const refused = new PortalError('rate_limited', 'This API key has used up its share of open streams.', 1);
    const opened = vi.spyOn(Admission.prototype, 'openStream').mockImplementation(() => {
      throw refused;
    });
    const { deployment_key: key } = portal.demo;
    for (const path of ['/mcp', '/ucp/2026-08-25/mcp']) {
      const answer = await answerTo(listen(key, path));
      expect(answer).toMatch(/^HTTP\/1\.1 429 [\s\S]*retry-after: 1\r\n[\s\S]*share of open streams/i);
    }
    opened.mockRestore();
    expect(await answerTo(listen(key))).toEqual(OK);
  });
});

describe('one address', () => {
  it('leaves room for other addresses when one opens idle connections', async () => {
    portal = await startPortal({ env: { ...DEFAULT_SHARES, PORTAL_MAX_CONNECTIONS: '32' } });
    const { deployment_key: key } = portal.demo;
    const other = await open(OTHER_ADDRESS);
    const idle: RawConnection[] = [];
    for (let n = 0; n < 3 * SHARE; n += 1) idle.push(await open());
    for (const connection of idle.slice(0, 2 * SHARE)) await connection.closed;
    const call = requestText(ITEMS, { 'x-api-key': key });
    other.send(call);
    expect(await other.answers(1)).toEqual(OK);
    // New connections of the same address work too, because each closes the longest-idle one of that address.
    expect(await answerTo(call)).toEqual(OK);
    expect(await rejects('address_connections')).toBe(0);
  });

  it('leaves room for other addresses behind a trusted proxy when one has requests in flight', async () => {
    portal = await startPortal({
      env: {
        ...DEFAULT_SHARES,
        PORTAL_MAX_REQUESTS: '32',
        PORTAL_MAX_CONNECTIONS: '32',
        PORTAL_TRUSTED_PROXIES: 'loopback',
      },
    });
    const keys = await Promise.all(Array.from({ length: SHARE + 1 }, () => anotherKey(portal, 'deployment')));
    const busy = { 'x-forwarded-for': '192.0.2.1' };
    const calm = { 'x-forwarded-for': '192.0.2.2' };
    const [{ key } = { key: '' }, ...others] = keys;
    for (const other of others) (await open()).send(begun(other.key, 2, busy));
    await expect.poll(() => metric('portal_requests_in_progress')).toBe(SHARE);
    const call = (from: Readonly<Record<string, string>>) => requestText(ITEMS, { 'x-api-key': key, ...from });
    expect(await answerTo(call(busy))).toEqual(TOO_MANY);
    expect(await answerTo(call(calm))).toEqual(OK);
    // Connections of the proxy are not limited to the share of an address.
    for (let n = 0; n < SHARE; n += 1) await open();
    expect(await metric('portal_connections')).toBe(2 * SHARE);
    expect(await rejects('address_requests')).toBe(1);
  });
});

describe('one API key', () => {
  it('limits requests in flight per key across addresses, and reports rejections on /readyz', async () => {
    portal = await startPortal({
      env: { ...DEFAULT_SHARES, PORTAL_MAX_REQUESTS: '32', PORTAL_ADDRESS_SHARE: '100' },
    });
    const { deployment_key: key } = portal.demo;
    const { key: otherKey } = await anotherKey(portal, 'deployment');
    const call = (by: string) => requestText(ITEMS, { 'x-api-key': by });
    const held = await hold(SHARE, begun(key), 'portal_requests_in_progress');
    expect(await answerTo(call(key), OTHER_ADDRESS)).toEqual(TOO_MANY);
    expect(await answerTo(call(otherKey))).toEqual(OK);
    for (const connection of held) connection.end();
    await expect.poll(() => metric('portal_requests_in_progress')).toBe(0);
    expect(await rejects('key_requests')).toBe(1);
    const ready = await portal.request('GET', '/readyz', { key: null });
    expect([ready.status, ready.json]).toEqual([200, { status: 'ready', rejecting: ['key_requests'] }]);
  });

  it('limits the memory for bodies per key, but always accepts one body', async () => {
    portal = await startPortal({ env: { ...DEFAULT_SHARES, PORTAL_MAX_BODY_MIB: '8', PORTAL_ADDRESS_SHARE: '100' } });
    const { organization_key: key, shop_id } = portal.demo;
    const { key: otherKey } = await anotherKey(portal, 'organization');
    const part = (by: string) =>
      requestText(
        `/api/shops/${shop_id}/items/import`,
        { 'x-api-key': by, 'content-length': String(3 * 2 ** 20), 'content-type': 'application/json' },
        'POST',
      );
    await hold(1, part(key), 'portal_requests_in_progress');
    expect(await answerTo(part(key))).toEqual(TOO_MANY);
    const other = await open();
    other.send(part(otherKey));
    await expect.poll(() => metric('portal_requests_in_progress')).toBe(2);
    expect([await rejects('key_bodies'), await rejects('bodies')]).toEqual([1, 0]);
  });
});
