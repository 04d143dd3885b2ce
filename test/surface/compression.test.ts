import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { toJsonSchema } from '../../src/calls/json-schema.js';
import { OPERATIONS } from '../../src/operations/index.js';
import { registryCaller } from '../actors/registry-caller.js';
import { placeOrder, readyCart, shopper } from '../actors/shopper.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { fullKey } from '../support/tenants.js';

let portal: TestPortal;
let owner: string;
beforeAll(async () => {
  portal = await startPortal();
  owner = await fullKey(portal, 'organization');
});
afterAll(() => portal.close());

/** Sends a request. `fetch` decodes the body, but shows the headers as they were sent. */
async function get(path: string, encoding: 'gzip' | 'identity', more: RequestInit = {}) {
  const headers = { 'accept-encoding': encoding, ...more.headers };
  const response = await fetch(new URL(path, portal.url), { ...more, headers });
  const header = (name: string) => response.headers.get(name);
  return {
    status: response.status,
    text: await response.text(),
    coding: header('content-encoding'),
    length: Number(header('content-length')),
    etag: header('etag'),
    vary: header('vary'),
  };
}

/** Headers of a cache that has a representation. Without the second one, `fetch` would bypass all caches. */
const knowing = (etag: string | null) => ({ headers: { 'if-none-match': etag ?? '', 'cache-control': 'max-age=0' } });

const withKey = (key: string) => ({ headers: { 'x-api-key': key } });

describe.each(['/', '/docs', '/docs/get_cart', '/docs/style.css', '/openapi.json'])('%s', (path) => {
  it('is compressed for clients that accept gzip, under an ETag of its own', async () => {
    const [plain, packed] = [await get(path, 'identity'), await get(path, 'gzip')];
    expect([plain.coding, packed.coding]).toEqual([null, 'gzip']);
    expect(packed.text).toBe(plain.text);
    expect(plain.length).toBe(Buffer.byteLength(plain.text));
    expect(packed.length).toBeLessThan(plain.length / 2);
    expect([plain.vary, packed.vary]).toEqual(['accept-encoding', 'accept-encoding']);
    expect(packed.etag).toBe(plain.etag?.replace(/"$/, '-gzip"'));
  });

  it('is not sent again to clients that have it', async () => {
    const { etag } = await get(path, 'gzip');
    const again = await get(path, 'gzip', knowing(etag));
    expect([again.status, again.text, again.etag]).toEqual([304, '', etag]);
    expect((await get(path, 'identity', knowing(etag))).status).toBe(200);
  });

  it('has the same headers for HEAD', async () => {
    const { text: _body, ...headers } = await get(path, 'gzip');
    expect(await get(path, 'gzip', { method: 'HEAD' })).toEqual({ text: '', ...headers });
  });
});

const COMPRESSED = OPERATIONS.filter(({ http }) => http?.compressed);

describe('JSON of the API', () => {
  test('is compressed where it is large and has no secret', async () => {
    const path = '/api/commerce/items?limit=20';
    const { deployment_key } = portal.demo;
    const [plain, packed] = [
      await get(path, 'identity', withKey(deployment_key)),
      await get(path, 'gzip', withKey(deployment_key)),
    ];
    expect([plain.coding, packed.coding, packed.etag]).toEqual([null, 'gzip', null]);
    expect(JSON.parse(packed.text)).toEqual(JSON.parse(plain.text));
    expect(packed.length).toBeLessThan(plain.length / 2);
    expect(packed.vary).toContain('accept-encoding');
  });

  test('is sent as it is below 1 kB', async () => {
    const path = `/api/shops/${portal.demo.shop_id}/items/enamel-mug/stock`;
    const { coding, text } = await get(path, 'gzip', withKey(owner));
    expect(text.length).toBeLessThan(1024);
    expect(coding).toBeNull();
  });

  test.each(COMPRESSED)('of $name can have no secret and no personal data', ({ effect, output, secretAnswer }) => {
    expect([effect, secretAnswer]).toEqual(['read', undefined]);
    const members = [...JSON.stringify(toJsonSchema(output, 'output')).matchAll(/"(\w+)":/g)].map(([, name]) => name);
    const secret =
      /^(\w*link\w*|continue_url|permalink_url|key|secret|token|email|phone_number|\w+_name|\w*address|note)$/;
    expect(members.filter((name) => secret.test(name ?? ''))).toEqual([]);
  });
});

describe('a body with a link or personal data', () => {
  test('is never compressed', async () => {
    const by = shopper(portal, { buyer: 'ada' });
    const order_id = await placeOrder(by, await readyCart(by));
    const cart = (await by.ok('get_cart', {})).data;
    const { shop_id } = portal.demo;
    const order = await registryCaller(() => portal.url, owner).ok('get_shop_order', { shop_id, order_id });
    const buyer = { headers: { 'x-api-key': portal.demo.deployment_key, 'x-buyer-id': 'ada' } };
    const answers = [
      await get(`/api/commerce/orders/${order_id}`, 'gzip', buyer),
      await get('/api/commerce/checkouts/current', 'gzip', buyer),
      await get(`/api/shops/${shop_id}/orders`, 'gzip', withKey(owner)),
      await get('/api/keys', 'gzip', withKey(owner)),
      await get(new URL(cart.continue_url).pathname, 'gzip'),
      await get(new URL(order.permalink_url).pathname, 'gzip'),
    ];
    for (const { status, coding } of answers) expect([status, coding]).toEqual([200, null]);
    expect(Math.max(...answers.map(({ text }) => text.length))).toBeGreaterThan(1024);
  });
});

test('responses over MCP are never compressed', async () => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });
  const headers = {
    'x-api-key': portal.demo.deployment_key,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const { status, coding, text } = await get('/mcp', 'gzip', { method: 'POST', body, headers });
  expect([status, coding]).toEqual([200, null]);
  expect(text.length).toBeGreaterThan(1024);
});
