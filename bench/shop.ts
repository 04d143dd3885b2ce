import { randomUUID } from 'node:crypto';
import { Client, type Sent } from './client.js';
import type { Platform } from './platform.js';
import type { Measured } from './processes.js';
import type { Staff } from './staff.js';

/** A buyer's cart and an order, for use by one connection. */
export interface Cart {
  readonly buyer: string;
  readonly id: string;
  /** Id of the first line of the cart. */
  readonly line: string;
  readonly order: string;
  /** Path of the cart's page, and of the order's page. */
  readonly page: string;
  readonly orderPage: string;
}

export interface Shop {
  readonly url: string;
  readonly key: string;
  readonly carts: readonly Cart[];
  /** Present only if UCP rows are measured. */
  readonly platform?: Platform;
  /** Present only if pages of the desk are measured. */
  readonly staff?: Staff;
  /** Payment attempts at the portal of the events, by connection. */
  readonly attempts?: readonly string[];
  /** Access tokens of assistants whose carts have five lines too, by connection. */
  readonly tokens?: readonly string[];
}

const CHECKOUTS = '/api/commerce/checkouts';
export const FIVE = ['dark-chocolate', 'sea-salt', 'wooden-spoon', 'balloon-whisk', 'rolling-pin'];
const ORDERS = 25;
const INVOICE = { instruments: [{ id: '1', handler_id: 'invoice' }] };

/** Fills carts of five lines, and places enough orders for a full page of the order list. */
export async function prepareShop(portal: Measured, connections: number): Promise<Shop> {
  const key = /dk_\w+/.exec(portal.said)?.[0];
  if (!key) throw new Error('the portal showed no deployment key');
  const client = new Client(portal.url, connections);
  const buyers = Array.from({ length: connections }, (_, index) => `bench-${index}`);
  const carts = await Promise.all(buyers.map((buyer) => fillCart(client, key, buyer)));
  for (let order = 0; order < ORDERS; order += 1) await purchase(client, key, 'bench-orders');
  client.close();
  return { url: portal.url, key, carts };
}

async function fillCart(client: Client, key: string, buyer: string): Promise<Cart> {
  const id = await currentCart(client, key, buyer);
  const line_items = FIVE.map((item, index) => ({ item: { id: item }, quantity: index + 1 }));
  const answer = await client.json(post(key, buyer, `${CHECKOUTS}/${id}/line-items`, { line_items }));
  const line = textAt(answer, 'data', 'line_items', '0', 'id');
  const order = await purchase(client, key, `${buyer}-order`);
  const read = (path: string, of: string) => client.json({ method: 'GET', path, headers: headersOf(key, of) });
  const cart = await read(`${CHECKOUTS}/${id}`, buyer);
  const placed = await read(`/api/commerce/orders/${order}`, `${buyer}-order`);
  return {
    buyer,
    id,
    line,
    order,
    page: new URL(textAt(cart, 'data', 'continue_url')).pathname,
    orderPage: new URL(textAt(placed, 'data', 'permalink_url')).pathname,
  };
}

/** A digital item of the demo shop, with the same total at every destination. */
export interface Bought {
  readonly id: string;
  /** Price in minor units. */
  readonly price: number;
}
const EBOOK: Bought = { id: 'preserving-ebook', price: 1200 };

/** Completes a purchase as an agent, in five calls. Returns the order's id. */
export async function purchase(client: Client, key: string, buyer: string, item = EBOOK): Promise<string> {
  const id = await currentCart(client, key, buyer);
  const line_items = [{ item: { id: item.id }, quantity: 1 }];
  await client.run(post(key, buyer, `${CHECKOUTS}/${id}/line-items`, { line_items }));
  await client.run(post(key, buyer, `${CHECKOUTS}/${id}/buyer`, { buyer: { email: 'bench@example.com' } }));
  await client.run(post(key, buyer, `${CHECKOUTS}/${id}/fulfillment`, { selected_option_id: 'digital' }));
  const complete = { expected_total: item.price, payment: INVOICE };
  const answer = await client.json(post(key, buyer, `${CHECKOUTS}/${id}/complete`, complete));
  return textAt(answer, 'data', 'order', 'id');
}

/** Completes the same purchase as an agent that looks the item up and buys it in one call. Returns the order's id. */
export async function purchaseAtOnce(client: Client, key: string, buyer: string): Promise<string> {
  await client.run({ method: 'GET', path: `/api/commerce/items/${EBOOK.id}`, headers: headersOf(key, buyer) });
  const answer = await buyAtOnce(client, key, buyer, { handler_id: 'invoice' });
  return textAt(answer, 'data', 'order', 'id');
}

/** Instrument that the demo shop's handler charges at once. */
export const TEST_CARD = {
  handler_id: 'sandbox_card',
  type: 'card',
  credential: { type: 'token', token: 'tok_approve' },
};

/** Buys in one call with a payment instrument. Returns the response. */
export async function buyAtOnce(client: Client, key: string, buyer: string, instrument: object): Promise<unknown> {
  const line_items = [{ item: { id: EBOOK.id }, quantity: 1 }];
  const payment = { instruments: [{ id: '1', ...instrument }] };
  const wish = { line_items, buyer: { email: 'bench@example.com' }, max_total: EBOOK.price, payment };
  const sent = post(key, buyer, `${CHECKOUTS}/buy`, wish);
  return client.json({ ...sent, headers: { ...sent.headers, 'idempotency-key': randomUUID() } });
}

export async function currentCart(client: Client, key: string, buyer: string): Promise<string> {
  const sent: Sent = { method: 'GET', path: `${CHECKOUTS}/current`, headers: headersOf(key, buyer) };
  return textAt(await client.json(sent), 'data', 'id');
}

export function post(key: string, buyer: string, path: string, body: unknown): Sent {
  return { method: 'POST', path, headers: headersOf(key, buyer), body };
}

export function headersOf(key: string, buyer: string): Record<string, string> {
  return { 'x-api-key': key, 'x-buyer-id': buyer };
}

/** Returns the cart, or other object, of one connection. */
export function ofWorker<T>(carts: readonly T[], worker: number): T {
  const cart = carts[worker];
  if (!cart) throw new Error(`no cart for connection ${worker}`);
  return cart;
}

/** Returns a quantity that differs from the previous turn's, so that writes change the row. */
export const quantityOf = (turn: number) => (turn % 9) + 1;

/** Reads a text from a response. Throws if it is missing. */
export function textAt(value: unknown, ...path: readonly string[]): string {
  let at = value;
  for (const name of path) at = typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined;
  if (typeof at !== 'string') throw new Error(`no ${path.join('.')} in ${JSON.stringify(value).slice(0, 300)}`);
  return at;
}
