import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BUYER, PICKUP } from './bodies.js';
import { CARD, platformKey, platformProfile, type UcpPortal, ucpPortal } from './platform.js';

/** A purchase by a platform that knows the name of the host and nothing else: every address comes from the profile. */
const HOST = 'shop.example.com';

const profileOf = (version: string) => `https://agent.example/${version}.json`;

let shop: UcpPortal;
beforeAll(async () => {
  shop = await ucpPortal('2026-08-25', { host: HOST });
  for (const version of ['2026-08-25', '2026-04-08'])
    shop.connector.serve(profileOf(version), platformProfile(version));
  shop = { ...shop, key: await platformKey(shop.portal, ['2026-08-25', '2026-04-08'].map(profileOf)) };
});
afterAll(() => shop.portal.close());

interface Service {
  readonly transport: string;
  readonly endpoint: string;
}

/** Asks a URL of the shop, whose name leads to the test's portal. */
function at(url: string, method: string, version: string, body?: unknown) {
  const { host, pathname } = new URL(url);
  expect(host).toBe(HOST);
  const headers = { host, 'ucp-agent': `profile="${profileOf(version)}"`, 'idempotency-key': randomUUID() };
  return shop.portal.request(method, pathname, { key: shop.key, headers, ...(body !== undefined && { body }) });
}

type Call = (operation: string, id?: string, body?: object) => Promise<ReturnType<typeof JSON.parse>>;

const ROUTES: Readonly<Record<string, readonly [method: string, path: (id: string) => string]>> = {
  search_catalog: ['POST', () => '/catalog/search'],
  create_checkout: ['POST', () => '/checkout-sessions'],
  update_checkout: ['PUT', (id) => `/checkout-sessions/${id}`],
  complete_checkout: ['POST', (id) => `/checkout-sessions/${id}/complete`],
  get_order: ['GET', (id) => `/orders/${id}`],
};

const overRest =
  (endpoint: string, version: string): Call =>
  async (operation, id = '', body) => {
    const [method, path] = ROUTES[operation] ?? ['GET', () => ''];
    return (await at(`${endpoint}${path(id)}`, method, version, body)).json;
  };

const overMcp =
  (endpoint: string, version: string): Call =>
  async (name, id, body) => {
    const meta = { 'ucp-agent': { profile: profileOf(version) }, 'idempotency-key': randomUUID() };
    const payload = name.endsWith('_catalog') ? 'catalog' : 'checkout';
    const args = { meta, ...(id !== undefined && { id }), ...(body && { [payload]: body }) };
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
    return (await at(endpoint, 'POST', version, message)).json.result.structuredContent;
  };

describe.each(['2026-08-25', '2026-04-08'])('a shop is found by its host, %s', (version) => {
  test.each([
    ['rest', overRest],
    ['mcp', overMcp],
  ])('and bought in over %s', async (transport, over) => {
    const root = (await at(`https://${HOST}/.well-known/ucp`, 'GET', version)).json.ucp;
    const profile =
      root.version === version ? root : (await at(root.supported_versions[version], 'GET', version)).json.ucp;
    const services: readonly Service[] = profile.services['dev.ucp.shopping'];
    const endpoint = services.find((one) => one.transport === transport)?.endpoint ?? '';
    expect(await bought(over(endpoint, version), version)).toMatchObject({ status: 'completed' });
  });
});

/** The steps of a purchase. */
async function bought(call: Call, version: string) {
  const { products } = await call('search_catalog', undefined, { query: 'enamel mug' });
  const item = { id: products[0].variants[0].id };
  const made = await call('create_checkout', undefined, { line_items: [{ item, quantity: 1 }] });
  expect(made.ucp.version).toBe(version);
  const [place] = made.fulfillment.available_methods.filter(({ type }: { type: string }) => type === 'pickup');
  const [method] = PICKUP.methods;
  const ready = await call('update_checkout', made.id, {
    line_items: made.line_items,
    buyer: BUYER,
    fulfillment: { methods: [{ ...method, type: place.type }] },
  });
  expect(ready.status).toBe('ready_for_complete');
  const [handler] = Object.values<{ id: string }[]>(ready.ucp.payment_handlers);
  const instruments = [{ ...CARD, handler_id: handler?.[0]?.id ?? '' }];
  const paid = await call('complete_checkout', made.id, { payment: { instruments } });
  const order = await call('get_order', paid.order.id);
  expect(order.line_items[0].item.id).toBe(item.id);
  return paid;
}
