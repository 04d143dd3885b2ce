import { expect } from 'vitest';
import { adapt, payLater } from './adapter.js';
import {
  type Args,
  BY_DESTINATION,
  BY_ENVELOPE,
  done,
  filled,
  MUG,
  newKey,
  purchase,
  refused,
  WRITES,
} from './carts.js';
import { wrongArgs } from './leaves.js';
import type { MarkedCard } from './marked-card.js';
import { emailOf, marker, personOf } from './markers.js';
import type { Speaker } from './speakers.js';

/** Successful and rejected calls of every shopping operation, with every field set. */

/**
 * Buys a cart after failed payments of every kind and processes its order, buys a second cart after rejected calls,
 * cancels a third, and pays for a fourth later.
 */
export async function shop(by: Speaker, card: MarkedCard): Promise<void> {
  await by.call('search_catalog', { query: marker('search.query'), category: marker('search.query'), limit: 1 });
  await by.call('search_catalog', { query: marker('search.query'), cursor: marker('search.cursor') });
  await by.call('get_item', { item_id: marker('item tried') });
  await by.call('get_item', { item_id: 'keepsake-mug' });
  const first = await filled(by, BY_DESTINATION, true);
  await by.call('list_fulfillment_methods', { checkout_id: first.checkout_id });
  await failed(by, card, first);
  const { order } = await done(by, 'complete_checkout', first);
  await keep(by, order.id);
  await adapt(by, card, order.id);
  const second = await filled(by, BY_ENVELOPE, false);
  await refusals(by, second);
  await done(by, 'complete_checkout', second);
  await closed(by, second);
  await givenUp(by, card);
  await payLater(by, card);
  await atOnce(by);
}

/** Buys in one call, after rejected calls of every kind. */
async function atOnce(by: Speaker) {
  const args = purchase(by);
  const line = (entry: Args) => ({ ...args, line_items: [{ item: { id: 'keepsake-mug' }, quantity: 1, ...entry }] });
  await refused(by, 'buy', line({ item: { id: marker('item tried') } }), 'item_not_found');
  const properties = [{ name: marker('property tried'), value: marker('property value tried') }];
  await refused(by, 'buy', line({ properties }), 'property_unknown');
  const payment = { instruments: [{ id: 'i', handler_id: marker('handler tried') }] };
  await refused(by, 'buy', { ...args, payment }, 'payment_instrument_invalid');
  await refused(by, 'buy', { ...args, selected_option_id: marker('option tried') }, 'fulfillment_option_unknown');
  await refused(by, 'buy', { ...args, discount_codes: [marker('code tried')] }, 'discount_code_invalid');
  await refused(by, 'buy', { ...args, max_total: 1 }, 'total_changed');
  await Promise.all(wrongArgs(args).map((wrong) => by.call('buy', wrong, newKey())));
  await done(by, 'buy', args);
}

/** Makes payments fail: a rejected credential, a decline, and a handler whose payment and status calls throw. */
async function failed(by: Speaker, card: MarkedCard, complete: { readonly checkout_id: string } & Args) {
  const { checkout_id } = complete;
  card.refusal = 'the card has expired';
  await refused(by, 'complete_checkout', complete, 'payment_instrument_invalid');
  card.refusal = undefined;
  card.next = { state: 'declined', reason: 'the bank refused it' };
  await refused(by, 'complete_checkout', complete, 'payment_failed');
  // Both from the start, since maintenance may ask for the status at any time.
  [card.next, card.known] = ['throws', 'throws'];
  expect((await done(by, 'complete_checkout', complete)).status).toBe('complete_in_progress');
  expect((await by.call('get_checkout', { checkout_id })).data.status).toBe('complete_in_progress');
  card.known = { state: 'declined', reason: 'the bank refused it' };
  expect((await by.call('get_checkout', { checkout_id })).data.status).toBe('ready_for_complete');
}

async function keep(by: Speaker, order_id: string) {
  const reason = marker('hold.reason');
  await by.call('get_order', { order_id });
  await by.call('get_receipt_context', { order_id });
  await by.call('list_orders', { status: 'processing', cursor: marker('search.cursor') });
  for (const member of ['created_from', 'created_before'])
    expect((await by.call('list_orders', { [member]: marker('time tried') })).code).toBe('invalid_request');
  await by.call('list_orders', { status: 'processing' });
  await done(by, 'hold_order', { order_id, reason });
  await done(by, 'release_order', { order_id });
  await done(by, 'hold_order', { order_id, reason });
  await refused(by, 'hold_order', { order_id, reason }, 'order_already_on_hold');
  await Promise.all(wrongArgs({ order_id, reason }).map((args) => by.call('hold_order', args)));
}

/** Makes calls that are rejected because of the shop, the cart or the cart's state. */
async function refusals(by: Speaker, complete: Awaited<ReturnType<typeof filled>>) {
  const { checkout_id } = complete;
  const add = (entry: Args) => ({ checkout_id, line_items: [{ item: { id: 'keepsake-mug' }, quantity: 1, ...entry }] });
  const tried = (name: string, value: string) => [{ name: marker(name), value: marker(value) }];
  await refused(by, 'add_line_items', add({ item: { id: marker('item tried') } }), 'item_not_found');
  const unknown = tried('property tried', 'property value tried');
  await refused(by, 'add_line_items', add({ properties: unknown }), 'property_unknown');
  const size = [{ name: 'Size', value: marker('property value tried') }];
  await refused(by, 'add_line_items', add({ item: { id: 'shop-tee' }, properties: size }), 'property_value_invalid');
  const absent = { checkout_id, line_item_id: marker('id tried') };
  await refused(by, 'update_line_item', { ...absent, quantity: 1 }, 'line_item_not_found');
  await refused(by, 'remove_line_item', absent, 'line_item_not_found');
  const line = { checkout_id, line_item_id: MUG, quantity: 1 };
  await refused(by, 'update_line_item', { ...line, properties: unknown }, 'property_unknown');
  for (const operation of ['apply_discount', 'remove_discount'])
    await refused(by, operation, { checkout_id, code: marker('code tried') }, 'discount_code_invalid');
  const option = { checkout_id, selected_option_id: marker('option tried') };
  await refused(by, 'select_fulfillment', option, 'fulfillment_option_unknown');
  const [instrument] = complete.payment.instruments;
  const elsewhere = { instruments: [{ ...instrument, handler_id: marker('handler tried') }] };
  await refused(by, 'complete_checkout', { ...complete, payment: elsewhere }, 'payment_instrument_invalid');
  await refused(by, 'complete_checkout', { ...complete, expected_total: 1 }, 'total_changed');
  await conflict(by, checkout_id);
  await wrongForms(by, complete);
}

async function conflict(by: Speaker, checkout_id: string) {
  const key = newKey();
  await by.call('set_buyer', { checkout_id, buyer: { email: emailOf('buyer'), ...personOf('buyer') } }, key);
  const other = { checkout_id, buyer: personOf('buyer') };
  expect((await by.call('set_buyer', other, key)).code).toBe('idempotency_conflict');
  const old = { ...key, ifMatch: marker('version tried') };
  if (by.name === 'http') expect((await by.call('get_checkout', { checkout_id }, old)).code).toBe('version_conflict');
}

/** Sends each kind of invalid value in each field, and unknown ids of checkouts and orders. */
async function wrongForms(by: Speaker, complete: { readonly checkout_id: string } & Args) {
  const { checkout_id, ...payment } = complete;
  const all: typeof WRITES = [...WRITES, ...BY_DESTINATION, ...BY_ENVELOPE, ['complete_checkout', payment]];
  for (const [operation, rest] of all) {
    await by.call(operation, { ...rest, checkout_id: marker('id tried') }, newKey());
    await Promise.all(wrongArgs(rest).map((args) => by.call(operation, { checkout_id, ...args }, newKey())));
  }
  for (const operation of ['get_checkout', 'list_fulfillment_methods', 'cancel_checkout'])
    expect((await by.call(operation, { checkout_id: marker('id tried') })).code).toBe('checkout_not_found');
  for (const operation of OF_ORDERS)
    expect((await by.call(operation, { order_id: marker('id tried') })).code).toBe('order_not_found');
}

const OF_ORDERS = [
  ...['get_order', 'release_order', 'hold_order', 'cancel_order', 'mark_order_paid', 'get_order_history'],
  'get_receipt_context',
];

/** Repeats every write on a closed checkout. */
async function closed(by: Speaker, { checkout_id }: { readonly checkout_id: string }) {
  for (const [operation, args] of [...WRITES, ...BY_DESTINATION, ...BY_ENVELOPE])
    await by.call(operation, { checkout_id, ...args }, newKey());
}

/** Cancels a cart whose payment is pending. The first try fails because the handler's void fails. */
async function givenUp(by: Speaker, card: MarkedCard) {
  const complete = await filled(by, BY_DESTINATION, true);
  const { checkout_id } = complete;
  // Both, since maintenance may ask for the status at any time.
  [card.next, card.known] = [{ state: 'pending' }, { state: 'pending' }];
  await done(by, 'complete_checkout', complete);
  card.voids = 'throws';
  await refused(by, 'cancel_checkout', { checkout_id }, 'unavailable');
  card.voids = 'works';
  await done(by, 'cancel_checkout', { checkout_id });
}

/** Tries every write on a cart once, with an idempotency key. Returns the error codes. */
export async function tryAll(by: Speaker, checkout_id: string): Promise<(string | undefined)[]> {
  const codes: (string | undefined)[] = [];
  for (const [operation, args] of [...WRITES, ...BY_DESTINATION])
    codes.push((await by.call(operation, { checkout_id, ...args }, newKey())).code);
  return codes;
}
