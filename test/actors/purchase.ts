import { expect } from 'vitest';
import type { Answered } from '../support/portal.js';
import { type Shopper, totalOf } from './shopper.js';

/** Contents of a purchase. */
export interface Wish {
  /** Entries of `add_line_items`; a string means one unit of that item. */
  readonly lines: readonly (string | object)[];
  readonly email?: string;
  readonly codes?: readonly string[];
  readonly option?: string;
}

/** A cart, the shopper who fills it, and the total shown last. */
export interface Purchase {
  readonly by: Shopper;
  readonly checkout_id: string;
  readonly total: number;
}

export const INVOICE = { instruments: [{ id: 'i', handler_id: 'invoice' }] };

/** Id of the buyer's current cart. */
export async function cartOf(by: Shopper): Promise<string> {
  return (await by.ok('get_cart', {})).data.id;
}

/** Fills the buyer's current cart with the wish, whether or not the cart can then be completed. */
export async function fill(by: Shopper, wish: Wish): Promise<Purchase> {
  return purchaseOf(by, await filled(by, wish));
}

/** Fills the buyer's current cart, and expects it to be ready to complete. */
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

/** Completes the purchase by invoice, at the total shown last. */
export function complete(
  { by, checkout_id, total }: Purchase,
  headers?: Readonly<Record<string, string>>,
): Promise<Answered> {
  return by.send('complete_checkout', { checkout_id, expected_total: total, payment: INVOICE }, headers);
}

/** Rereads the cart and its current total. */
export async function shownAgain({ by, checkout_id }: Pick<Purchase, 'by' | 'checkout_id'>): Promise<Purchase> {
  return purchaseOf(by, (await by.ok('get_checkout', { checkout_id })).data);
}

/** Reads the order of a completed purchase as the buyer. */
export async function orderOf({ by, checkout_id }: Purchase): Promise<Answered['json']> {
  const { data } = await by.ok('get_checkout', { checkout_id });
  expect(data.status).toBe('completed');
  return (await by.ok('get_order', { order_id: data.order.id })).data;
}

/** Short form of a response: the HTTP status, and the error code or the checkout's status. */
export function inShort({ status, json }: Answered): string {
  return `${status} ${json.error ?? json.data.status ?? ''}`.trim();
}
