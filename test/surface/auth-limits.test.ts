import { get } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { shopper } from '../actors/shopper.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { stillClock } from '../support/still-clock.js';
import { anotherKey } from '../support/tenants.js';

const portals: TestPortal[] = [];
afterEach(async () => {
  for (const portal of portals.splice(0)) await portal.close();
});

async function limitedPortal(rateLimit: '0' | '1' = '1') {
  const clock = stillClock();
  const portal = await startPortal({ clock, rateLimit });
  portals.push(portal);
  const items = (key: string | null = portal.demo.deployment_key) =>
    portal.request('GET', '/api/commerce/items?limit=1', { key });
  const statuses = async (count: number, key?: string | null) =>
    (await Promise.all(Array.from({ length: count }, () => items(key)))).map(({ status }) => status);
  return { clock, portal, items, statuses };
}

const count = (statuses: readonly number[], status: number) => statuses.filter((one) => one === status).length;

describe('the limit of a key', () => {
  it('allows a burst of 300 calls, then 100 per second', async () => {
    const { clock, items, statuses } = await limitedPortal();
    expect(count(await statuses(301), 200)).toBe(300);
    const { status, headers, json } = await items();
    expect({ status, retry: headers.get('retry-after') }).toEqual({ status: 429, retry: '1' });
    expect(json).toEqual({ error: 'rate_limited', detail: 'Too many requests by this key; wait 1 s.' });
    clock.advance(1000);
    expect(count(await statuses(110), 200)).toBe(100);
    clock.advance(60_000);
    expect(count(await statuses(310), 200)).toBe(300);
  });

  it('limits each key separately', async () => {
    const { portal, items, statuses } = await limitedPortal();
    await statuses(301);
    const { key } = await anotherKey(portal, 'deployment');
    expect((await items(key)).status).toBe(200);
  });

  it('counts tool calls toward the limit', async () => {
    const { portal, statuses } = await limitedPortal();
    await statuses(301);
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_cart', arguments: {} } };
    const headers = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' };
    const { text: answer } = await portal.request('POST', '/mcp', { body: call, headers });
    expect(answer).toContain('rate_limited');
    expect(answer).toContain('\\"next\\"');
  });

  it('applies no limit when it is turned off', async () => {
    const { statuses } = await limitedPortal('0');
    expect(new Set(await statuses(400))).toEqual(new Set([200]));
    expect(new Set(await statuses(100, null))).toEqual(new Set([401]));
  });
});

describe('the limit of failed authentications', () => {
  it('allows 60 failed authentications a minute per address, and never blocks valid keys', async () => {
    const { clock, items, statuses } = await limitedPortal();
    expect(count(await statuses(61, null), 401)).toBe(60);
    const { status, headers, json } = await items('dk_wrong');
    expect({ status, retry: headers.get('retry-after') }).toEqual({ status: 429, retry: '1' });
    expect(json).toEqual({
      error: 'rate_limited',
      detail: 'Too many failed authentications from this address; wait 1 s.',
    });
    expect((await items()).status).toBe(200);
    clock.advance(5000);
    expect(count(await statuses(10, null), 401)).toBe(5);
  });

  it('limits failed authentications separately for each address', async () => {
    const { portal, statuses } = await limitedPortal();
    await statuses(61, null);
    expect(await statusFrom('127.0.0.1', portal.url)).toBe(429);
    expect(await statusFrom('127.0.0.2', portal.url)).toBe(401);
  });

  it('counts failed authentications over MCP too', async () => {
    const { portal, statuses } = await limitedPortal();
    await statuses(60, null);
    const { status, headers, json } = await portal.request('POST', '/mcp', { key: null, body: {} });
    expect({ status, retry: headers.get('retry-after') }).toEqual({ status: 429, retry: '1' });
    expect(json.error.message).toMatch(/^rate_limited: /);
  });
});

function statusFrom(localAddress: string, url: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const outgoing = get(new URL('/api/commerce/items', url), { localAddress }, (response) => {
      text(response).then(() => resolve(response.statusCode), reject);
    });
    outgoing.on('error', reject);
  });
}

describe('the limit of unknown discount codes', () => {
  it('rejects all codes from an API key after 60 unknown ones, while another key can still apply a code', async () => {
    const { clock, portal } = await limitedPortal();
    const by = shopper(portal, { buyer: 'guesser' });
    const { id: checkout_id } = (await by.ok('get_cart', {})).data;
    const codes = Array.from({ length: 70 }, (_, index) => `GUESS${index}`);
    const guesses = await Promise.all(codes.map((code) => by.send('apply_discount', { checkout_id, code })));
    expect(guesses.map(({ json }) => json.error)).toEqual([
      ...Array(60).fill('discount_code_invalid'),
      ...Array(10).fill('rate_limited'),
    ]);
    const { status, headers, json } = await by.send('apply_discount', { checkout_id, code: 'WELCOME10' });
    expect([status, headers.get('retry-after')]).toEqual([429, '1']);
    expect(json.detail).toBe('Too many wrong discount codes; wait 1 s.');
    const { key } = await anotherKey(portal, 'deployment');
    const other = shopper(portal, { key, buyer: 'guesser' });
    await other.ok('apply_discount', { checkout_id, code: 'WELCOME10' });
    clock.advance(1000);
    await by.refused('apply_discount', { checkout_id, code: 'welcome10' }, 'discount_code_already_applied');
  });
});
