import { expect } from 'vitest';
import type { Answered } from '../support/portal.js';
import { type Shopper, totalOf } from './shopper.js';

/** Content of a purchase. */
export interface Wish {
  /** Entries of `add_line_items`; a text stands for one unit of that item. */
  readonly lines: readonly (string | object)[];
  readonly email?: string;
  readonly codes?: readonly string[];
  readonly option?: string;
}

/** A cart, who fills it, and the total that was shown last. */
export interface Purchase {
  readonly by: Shopper;
  readonly checkout_id: string;
  readonly total: number;
}

export const INVOICE = { instruments: [{ id: 'i', handler_id: 'invoice' }] };

/** The buyer's current cart, by its id. */
export async function cartOf(by: Shopper): Promise<string> {
  return (await by.ok('get_cart', {})).data.id;
}

/** The buyer's current cart with all that is wanted, whether it can be completed or not. */
export async function fill(by: Shopper, wish: Wish): Promise<Purchase> {
  return purchaseOf(by, await filled(by, wish));
}

/** The same, where it needs nothing but its completion. */
export async function ready(by: Shopper, wish: Wish): Promise<Purchase> {
  const cart = await filled(by, wish);
  expect(cart).toMatchObject({ status: 'ready_for_complete', messages: [] });
  return purchaseOf(by, cart);
}

async function filled(by: Shopper, wish: Wish): Promise<Answered['json']> {
  const checkout_id = await cartOf(by);
  const line_items = wish.lines.map((line) => (typeof line === 'string' ? { item: { id: line }, quantity: 1 } : line));
  await by.ok('add_line_items', { checkout_id, line_items });
  await by.ok('set_buyer', { checkout_id, buyer: { email: wish.email ?? 'buyer@example.com' } });
  for (const code of wish.codes ?? []) await by.ok('apply_discount', { checkout_id, code });
  const selected_option_id = wish.option ?? 'pickup-portland';
  return (await by.ok('select_fulfillment', { checkout_id, selected_option_id })).data;
}

function purchaseOf(by: Shopper, cart: Answered['json']): Purchase {
  return { by, checkout_id: cart.id, total: totalOf(cart) };
}

/** Completes at the total that was shown. */
export function complete(
  { by, checkout_id, total }: Purchase,
  headers?: Readonly<Record<string, string>>,
): Promise<Answered> {
  return by.send('complete_checkout', { checkout_id, expected_total: total, payment: INVOICE }, headers);
}

/** The same cart at the total that it has now. */
export async function shownAgain({ by, checkout_id }: Pick<Purchase, 'by' | 'checkout_id'>): Promise<Purchase> {
  return purchaseOf(by, (await by.ok('get_checkout', { checkout_id })).data);
}

/** The order of a completed purchase, as the buyer reads it. */
export async function orderOf({ by, checkout_id }: Purchase): Promise<Answered['json']> {
  const { data } = await by.ok('get_checkout', { checkout_id });
  expect(data.status).toBe('completed');
  return (await by.ok('get_order', { order_id: data.order.id })).data;
}

/** An answer in short: the status, and the code of a refusal or the state of the checkout. */
export function inShort({ status, json }: Answered): string {
  return `${status} ${json.error ?? json.data.status ?? ''}`.trim();
}
