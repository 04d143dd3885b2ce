import { expect } from 'vitest';
import { ERROR_STATUS } from '../contract/portal-api.js';
import { neededHeader } from '../support/needed-key.js';
import { type Answered, request, type TestPortal } from '../support/portal.js';
import { httpRequest } from '../support/surfaces.js';

type Args = Readonly<Record<string, unknown>>;

/** URL of a portal, and the key for calls to it. */
export interface Door {
  readonly url: string;
  readonly key: string;
  /** Function that sends the request; by default it sends once, without retries. */
  readonly ask?: typeof request;
}

export interface Identity {
  readonly key?: string;
  readonly buyer?: string;
}

/** A shopper over HTTP, called with the flat arguments of tools. A call that needs an idempotency key has a new one. */
export interface Shopper {
  readonly buyer: string | undefined;
  send(operation: string, args: Args, headers?: Readonly<Record<string, string>>): Promise<Answered>;
  /** Returns the body of the response; fails the test if the call fails. */
  ok(operation: string, args: Args, headers?: Readonly<Record<string, string>>): Promise<Answered['json']>;
  /** Expects exactly this error code with its status. Returns the detail. */
  refused(operation: string, args: Args, code: string): Promise<string>;
}

export function shopper({ url, demo }: TestPortal, { key = demo.deployment_key, buyer }: Identity = {}): Shopper {
  return shopperAt({ url, key }, buyer);
}

/** Like `shopper`, but reads the URL at every call, since it changes when a server restarts. */
export function shopperAt(door: Door | (() => Door), buyer?: string): Shopper {
  const send: Shopper['send'] = (operation, args, headers = {}) => {
    const { url, key, ask = request } = typeof door === 'function' ? door() : door;
    const { method, path, body } = httpRequest(operation, args);
    const identity: Record<string, string> = buyer === undefined ? {} : { 'x-buyer-id': buyer };
    return ask(url, key, method, path, {
      headers: { ...identity, ...neededHeader(operation), ...headers },
      ...(body !== undefined && { body }),
    });
  };
  return {
    buyer,
    send,
    async ok(operation, args, headers) {
      const { status, json } = await send(operation, args, headers);
      if (status !== 200) expect.fail(`${operation}: ${status} ${JSON.stringify(json)}`);
      return json;
    },
    async refused(operation, args, code) {
      const { status, json } = await send(operation, args);
      expect({ status, error: json?.error }).toEqual({ status: ERROR_STATUS.get(code), error: code });
      return json.detail;
    },
  };
}

export function shoppers(count: number, door: Door | (() => Door), name = 'b'): Shopper[] {
  return Array.from({ length: count }, (_, index) => shopperAt(door, `${name}${index}`));
}

const NATURAL_M = [
  { name: 'Size', value: 'M' },
  { name: 'Color', value: 'Natural' },
];

/** Two mugs as line `mug` and a shirt as line `tee`, picked up by Ada. */
export const READY = {
  line_items: [
    { item: { id: 'enamel-mug' }, quantity: 2, id: 'mug' },
    { item: { id: 'shop-tee' }, quantity: 1, id: 'tee', properties: NATURAL_M },
  ],
  buyer: { email: 'ada@example.com' },
  selected_option_id: 'pickup-portland',
};

/** An address to which the demo shop ships. */
export const PORTLAND = {
  full_name: 'Ada Lovelace',
  street_address: '1 Old Street',
  address_locality: 'Portland',
  address_region: 'OR',
  postal_code: '97205',
  address_country: 'US',
};

/** Fills a cart like `readyCart`, to be shipped to an address. */
export async function shippedCart(by: Shopper): Promise<{ id: string; total: number }> {
  const { id: checkout_id } = await readyCart(by);
  await by.ok('set_destination', { checkout_id, destination: PORTLAND });
  const { data } = await by.ok('select_fulfillment', { checkout_id, selected_option_id: 'standard' });
  return { id: checkout_id, total: totalOf(data) };
}

/** Fills a cart with the content of `READY`, so that it is ready to complete. */
export async function readyCart(by: Shopper): Promise<{ id: string; total: number }> {
  const { data: cart } = await by.ok('get_cart', {});
  const checkout_id: string = cart.id;
  const { line_items, buyer, selected_option_id } = READY;
  await by.ok('add_line_items', { checkout_id, line_items });
  await by.ok('set_buyer', { checkout_id, buyer });
  const { data } = await by.ok('select_fulfillment', { checkout_id, selected_option_id });
  expect(data.status).toBe('ready_for_complete');
  return { id: checkout_id, total: totalOf(data) };
}

export const CARD = {
  id: 'card-1',
  handler_id: 'sandbox_card',
  type: 'card',
  brand: 'visa',
  last_digits: '4242',
  credential: { type: 'token', token: 'tok_approve' },
};

/** Completes a ready cart by card. Returns the order's id. */
export async function placeOrder(by: Shopper, cart: { id: string; total: number }): Promise<string> {
  const payment = { instruments: [CARD] };
  const { data } = await by.ok('complete_checkout', { checkout_id: cart.id, expected_total: cart.total, payment });
  expect(data.status).toBe('completed');
  return data.order.id;
}

/** Completes a ready cart by invoice, so that its payment is due. Returns the order's id. */
export async function orderOnAccount(by: Shopper, cart: { id: string; total: number }): Promise<string> {
  const payment = { instruments: [{ id: 'i', handler_id: 'invoice' }] };
  const { data } = await by.ok('complete_checkout', { checkout_id: cart.id, expected_total: cart.total, payment });
  expect(data.status).toBe('completed');
  return data.order.id;
}

interface Shown {
  /** A list over HTTP; an object keyed by type in the summaries that agents get. */
  readonly totals: readonly { readonly type: string; readonly amount: number }[] | { readonly total?: number };
}

export function totalOf({ totals }: Shown): number {
  const total = 'find' in totals ? totals.find(({ type }) => type === 'total')?.amount : totals.total;
  if (total === undefined) throw new Error('no total');
  return total;
}
