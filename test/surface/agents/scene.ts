import { CARD, orderOnAccount, readyCart, type Shopper, shopper } from '../../actors/shopper.js';
import { neededArgument } from '../../support/needed-key.js';
import type { TestPortal } from '../../support/portal.js';

/** State of a buyer's purchase before a call. */
export type Start = 'empty' | 'ready' | 'shipped' | 'ordered';

/** An agent's knowledge of its buyer's purchase. */
export interface Known {
  readonly cart: string;
  /** Minor units. */
  readonly total: number;
  readonly order: string;
}

export interface Scene {
  readonly by: Shopper;
  readonly buyer: string;
  readonly known: Known;
}

export const PAYMENT = { instruments: [CARD] };

export const HOME = {
  full_name: 'Ada Lovelace',
  address_country: 'US',
  address_region: 'OR',
  address_locality: 'Portland',
  postal_code: '97205',
  street_address: '1450 Juniper Street',
};

/**
 * Prepares a new buyer with valid calls. Unless `start` is `empty`, the cart has the lines `mug` and `tee`, an email
 * address and pickup in Portland. For `shipped`, it has shipping instead; for `ordered`, it has become an order.
 */
export async function sceneOf(portal: TestPortal, start: Start, buyer: string): Promise<Scene> {
  const by = shopper(portal, { buyer });
  if (start === 'empty') {
    const { data } = await by.ok('get_cart', {});
    return { by, buyer, known: { cart: data.id, total: 0, order: '' } };
  }
  const { id: cart, total } = await readyCart(by);
  if (start === 'ordered')
    return { by, buyer, known: { cart, total, order: await orderOnAccount(by, { id: cart, total }) } };
  if (start === 'ready') return { by, buyer, known: { cart, total, order: '' } };
  await by.ok('set_destination', { checkout_id: cart, destination: HOME });
  const { data } = await by.ok('select_fulfillment', { checkout_id: cart, selected_option_id: 'standard' });
  return { by, buyer, known: { cart, total: data.totals.at(-1).amount, order: '' } };
}

/** A response as a model sees it. */
export interface Answer {
  readonly ok: boolean;
  /** Error code; for an unknown tool, the number of the protocol error. */
  readonly error: string;
  /** Text of the result; for an error, its detail and the next step. */
  readonly says: string;
}

/** Calls a tool as a client would. A call that needs an idempotency key has a new one. */
export async function callTool(portal: TestPortal, buyer: string, name: string, args: unknown): Promise<Answer> {
  const { text } = await portal.request('POST', '/mcp', {
    headers: {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
      'x-buyer-id': buyer,
    },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: withNeededKey(name, args) } },
  });
  const { error, result } = JSON.parse(text.includes('data: ') ? (text.split('data: ')[1] ?? '') : text);
  if (error) return { ok: false, error: String(error.code), says: error.message };
  const [{ text: shown }] = result.content;
  if (!result.isError) return { ok: true, error: '', says: shown };
  const { error: code, detail, next } = JSON.parse(shown);
  return { ok: false, error: code, says: `${detail} ${next}` };
}

function withNeededKey(name: string, args: unknown): unknown {
  return typeof args === 'object' && args !== null ? { ...neededArgument(name), ...args } : args;
}
