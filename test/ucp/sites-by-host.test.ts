import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BUYER, wanted } from './bodies.js';
import { HOST, type ListeningShop, listeningShop } from './listening-shop.js';
import { ADDRESS, allCapabilities, CARD, platformKey, platformProfile } from './platform.js';
import { verifiedElsewhere } from './signing.js';

/** A purchase by a platform that knows only the host name and takes every URL from the profile. */

const profileOf = (version: string) => `https://agent.example/${version}.json`;

let shop: ListeningShop;
let key: string;
beforeAll(async () => {
  shop = await listeningShop('2026-08-25');
  for (const version of ['2026-08-25', '2026-04-08']) {
    const url = `${shop.receiver.url}/orders`;
    shop.connector.serve(profileOf(version), platformProfile(version, allCapabilities(version), url));
  }
  key = await platformKey(shop.portal, ['2026-08-25', '2026-04-08'].map(profileOf));
});
afterAll(() => shop.close());

interface Service {
  readonly transport: string;
  readonly endpoint: string;
}

/** Requests a URL of the shop from the test's portal, with the host of the URL as a header. */
function at(url: string, method: string, version: string, body?: unknown) {
  const { host, pathname } = new URL(url);
  expect(host).toBe(HOST);
  const headers = { host, 'ucp-agent': `profile="${profileOf(version)}"`, 'idempotency-key': randomUUID() };
  return shop.portal.request(method, pathname, { key, headers, ...(body !== undefined && { body }) });
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
  ])("buys over %s, and sends the order's events", async (transport, over) => {
    const { ucp: root, keys: profileKeys } = (await at(`https://${HOST}/.well-known/ucp`, 'GET', version)).json;
    const profile =
      root.version === version ? root : (await at(root.supported_versions[version], 'GET', version)).json.ucp;
    const services: readonly Service[] = profile.services['dev.ucp.shopping'];
    const endpoint = services.find((one) => one.transport === transport)?.endpoint ?? '';
    const paid = await bought(over(endpoint, version), version);
    expect(paid.status).toBe('completed');
    const { id: order_id } = paid.order;
    const units = { line_items: [{ id: paid.line_items[0].id, quantity: 1 }] };
    await shop.merchant.ok('record_fulfillment_event', { order_id, type: 'shipped', ...units });
    await shop.merchant.ok('adjust_order', { order_id, type: 'refund', amount: 250 });
    // An event is sent when the refund is recorded, and another when the refund is completed.
    const told = await shop.told(order_id, 4);
    for (const { headers, path } of told) {
      const all = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
      const message = { method: 'POST', url: `${shop.receiver.url}${path}`, headers: all };
      expect(await verifiedElsewhere(message, profileKeys)).toBe(true);
    }
    const [placed, shipped, , refunded] = told.map(({ body }) => JSON.parse(body));
    expect([placed.ucp.version, placed.fulfillment.events, placed.adjustments]).toEqual([version, [], undefined]);
    expect(shipped).toMatchObject({ fulfillment: { events: [{ type: 'shipped', ...units }] } });
    const refund = { type: 'refund', status: 'completed', totals: [{ type: 'total', amount: -250 }] };
    expect(refunded).toMatchObject({ line_items: [{ status: 'fulfilled' }], adjustments: [refund] });
    expect(refunded).toEqual(await over(endpoint, version)('get_order', order_id));
  });
});

/** Makes the steps of a purchase. Returns the completed checkout. */
async function bought(call: Call, version: string) {
  const { products } = await call('search_catalog', undefined, { query: 'enamel mug' });
  const item = { id: products[0].variants[0].id };
  const made = await call('create_checkout', undefined, { line_items: [{ item, quantity: 1 }] });
  expect(made.ucp.version).toBe(version);
  const line_items = wanted(made.line_items);
  const home = [{ type: 'shipping', line_item_ids: [], destinations: [{ id: 'home', ...ADDRESS }] }];
  const { fulfillment } = await call('update_checkout', made.id, {
    line_items,
    buyer: BUYER,
    fulfillment: { methods: home },
  });
  const [method] = fulfillment.methods;
  const [group] = method.groups;
  const methods = [{ ...method, groups: [{ ...group, selected_option_id: group.options[0].id }] }];
  const ready = await call('update_checkout', made.id, { line_items, buyer: BUYER, fulfillment: { methods } });
  expect(ready.status).toBe('ready_for_complete');
  const [handler] = Object.values<{ id: string }[]>(ready.ucp.payment_handlers);
  const instruments = [{ ...CARD, handler_id: handler?.[0]?.id ?? '' }];
  const paid = await call('complete_checkout', made.id, { payment: { instruments } });
  const order = await call('get_order', paid.order.id);
  expect(order.line_items[0].item.id).toBe(item.id);
  return paid;
}
