import type { Client, Sent } from './client.js';
import { DESK_ROWS } from './desk-rows.js';
import { EVENT_ROW } from './payment-events.js';
import {
  buyAtOnce,
  type Cart,
  headersOf,
  ofWorker,
  post,
  purchase,
  purchaseAtOnce,
  quantityOf,
  type Shop,
  TEST_CARD,
} from './shop.js';
import { ucpRows } from './ucp-rows.js';

/** A measured workload. */
export interface Row {
  readonly name: string;
  /** Requests per round at 16 connections; a third of that at one connection. */
  readonly count: number;
  readonly target?: {
    readonly throughput?: number;
    readonly cpu?: number;
    /** Baseline row, and the maximum CPU time relative to it. */
    readonly cpuOf?: string;
    readonly times?: number;
    /** Maximum median latency over one connection, relative to the echo server's. */
    readonly p50Alone?: number;
  };
  /** Defaults to the portal. */
  readonly server?: 'sdk' | 'limit' | 'events' | 'oauth';
  /** The row needs `staff` of the shop. */
  readonly needsStaff?: true;
  /** Runs the workload once on the cart of one connection. */
  once(client: Client, shop: Shop, cart: Cart, turn: number): Promise<void>;
  /** The request that `once` sends; its response is checked before the rounds. */
  readonly sample?: Make;
}

/** Builds a request for the cart of one connection. */
export type Make = (shop: Shop, cart: Cart, turn: number) => Sent;

function row(name: string, count: number, make: Make, target?: Row['target']): Row {
  return {
    name,
    count,
    ...(target && { target }),
    once: (client, shop, cart, turn) => client.run(make(shop, cart, turn)),
    sample: make,
  };
}

const get = (path: (cart: Cart) => string): Make => {
  return ({ key }, cart) => ({ method: 'GET', path: path(cart), headers: headersOf(key, cart.buyer) });
};

/** Builds a request that changes the quantity of the cart's first line. */
export const update: Make = ({ key }, cart, turn) => ({
  method: 'PATCH',
  path: `/api/commerce/checkouts/${cart.id}/line-items/${cart.line}`,
  headers: headersOf(key, cart.buyer),
  body: { quantity: quantityOf(turn) },
});

type Tool = (cart: Cart, turn: number) => { readonly name: string; readonly arguments: Record<string, unknown> };

const getCart: Tool = () => ({ name: 'get_cart', arguments: {} });
const updateLine: Tool = ({ id, line }, turn) => ({
  name: 'update_line_item',
  arguments: { checkout_id: id, line_item_id: line, quantity: quantityOf(turn) },
});

const ACCEPT = 'application/json, text/event-stream';
const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

const modern = (tool: Tool): Make => {
  return ({ key }, cart, turn) => {
    const call = tool(cart, turn);
    const era = {
      accept: ACCEPT,
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': call.name,
    };
    const body = { jsonrpc: '2.0', id: turn, method: 'tools/call', params: { ...call, _meta: META } };
    return { method: 'POST', path: '/mcp', headers: { ...headersOf(key, cart.buyer), ...era }, body };
  };
};

const legacy = (tool: Tool): Make => {
  return ({ key }, cart, turn) => {
    const era = { accept: ACCEPT, 'mcp-protocol-version': '2025-11-25' };
    const body = { jsonrpc: '2.0', id: turn, method: 'tools/call', params: tool(cart, turn) };
    return { method: 'POST', path: '/mcp', headers: { ...headersOf(key, cart.buyer), ...era }, body };
  };
};

/** Reads the cart of a grant, with its access token instead of a key. */
const withToken: Make = (shop, cart, turn) => {
  const { headers = {}, ...sent } = legacy(getCart)(shop, cart, turn);
  const { 'x-api-key': _key, 'x-buyer-id': _buyer, ...era } = headers;
  const token = ofWorker(shop.tokens ?? [], shop.carts.indexOf(cart));
  return { ...sent, headers: { ...era, authorization: `Bearer ${token}` } };
};

/** The bare SDK server, whose only tool returns a constant text, called with both protocol versions. */
const SDK_MODERN = row('mcp bare SDK server, 2026-07-28', 1_000, modern(getCart));
const SDK_LEGACY = row('mcp bare SDK server, 2025-11-25', 1_000, legacy(getCart));

/** Maximum CPU time of an MCP call: 3.2 times that of an echo, and no more than that of the bare SDK server. */
const MODERN = { cpu: 3.2, cpuOf: SDK_MODERN.name };
const LEGACY = { cpu: 3.2, cpuOf: SDK_LEGACY.name };

/** The constant text of the SDK server is as long as the text in the response to this request. */
export const constantLike = modern(getCart);

/** Reads and updates of a cart by bare `node:http` with SQLite, without the portal. */
const LIMIT_READ = row('limit: read the cart', 2_400, (_shop, { buyer }) => ({ method: 'GET', path: `/${buyer}` }));
const LIMIT_UPDATE = row('limit: update a line, durable', 2_000, (_shop, { buyer }, turn) => ({
  method: 'PATCH',
  path: `/${buyer}`,
  body: { quantity: quantityOf(turn) },
}));

/** The limit server stores the response to this request as its carts. */
export const readCart = get(({ id }) => `/api/commerce/checkouts/${id}`);

/** Returns a row for a buyer's page, which may use twice the CPU time of reading the same object over the API. */
function page(name: string, path: (cart: Cart) => string, cpuOf: string): Row {
  return row(name, 1_200, (_shop, cart) => ({ method: 'GET', path: path(cart), headers: {} }), { cpuOf, times: 2 });
}

const READ_CART = 'read a cart of 5 lines';
const GET_CART_BY_KEY = 'mcp get_cart, 2025-11-25';
const UPDATE = 'update a line, durable';
const GET_ORDER = 'get an order';

/** Requests per round whose cost is compared within a few percent, so that each round has several garbage collections. */
const COLLECTED = 6_000;

export const ROWS: readonly Row[] = [
  { ...LIMIT_READ, server: 'limit' },
  row(READ_CART, 2_400, readCart, { throughput: 0.8, cpu: 1.2 }),
  { ...LIMIT_UPDATE, server: 'limit' },
  row(UPDATE, 2_000, update, { throughput: 0.62, cpu: 1.6, p50Alone: 2.2 }),
  { ...SDK_MODERN, server: 'sdk' },
  row('mcp get_cart, 2026-07-28', 1_000, modern(getCart), MODERN),
  row('mcp update_line_item, 2026-07-28', 1_000, modern(updateLine), MODERN),
  { ...SDK_LEGACY, server: 'sdk' },
  row(GET_CART_BY_KEY, COLLECTED, legacy(getCart), LEGACY),
  {
    ...row('mcp get_cart with an access token', COLLECTED, withToken, { cpuOf: GET_CART_BY_KEY, times: 1.1 }),
    server: 'oauth',
  },
  row('mcp update_line_item, 2025-11-25', 1_000, legacy(updateLine), LEGACY),
  row(
    'search_catalog, 2 words',
    1_200,
    get(() => '/api/commerce/items?query=coffee%20ste'),
  ),
  row(
    'list 20 orders',
    1_200,
    ({ key }) => ({
      method: 'GET',
      path: '/api/commerce/orders?limit=20',
      headers: headersOf(key, 'bench-orders'),
    }),
    { throughput: 0.4 },
  ),
  row(GET_ORDER, 2_400, ({ key }, { buyer, order }) => ({
    method: 'GET',
    path: `/api/commerce/orders/${order}`,
    headers: headersOf(key, `${buyer}-order`),
  })),
  ...ucpRows(READ_CART, UPDATE),
  page('page of a cart of 5 lines', ({ page }) => page, READ_CART),
  page('page of an order', ({ orderPage }) => orderPage, GET_ORDER),
  ...DESK_ROWS,
  {
    name: 'hold and release (2 calls)',
    count: 600,
    async once(client, { key }, { buyer, order }) {
      const path = `/api/commerce/orders/${order}`;
      await client.run(post(key, `${buyer}-order`, `${path}/hold`, {}));
      await client.run(post(key, `${buyer}-order`, `${path}/release`, {}));
    },
  },
  row('repeat of an update, same key', 2_000, (shop, cart) => {
    const sent = update(shop, cart, 0);
    return { ...sent, headers: { ...sent.headers, 'idempotency-key': `bench-${cart.id}` } };
  }),
  {
    name: 'complete purchase (5 calls)',
    count: 480,
    target: { cpu: 14 },
    async once(client, { key }, { buyer }) {
      await purchase(client, key, `${buyer}-purchase`);
    },
  },
  {
    name: 'get_item and buy (2 calls)',
    count: 640,
    target: { cpu: 8 },
    async once(client, { key }, { buyer }) {
      await purchaseAtOnce(client, key, `${buyer}-buy`);
    },
  },
  {
    name: 'buy, paid at once by card',
    count: 640,
    async once(client, { key }, { buyer }) {
      await buyAtOnce(client, key, `${buyer}-card`, TEST_CARD);
    },
  },
  EVENT_ROW,
];
