import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { totalOf } from '../../actors/shopper.js';
import { HANDLER_ID, type MarkedCard } from './marked-card.js';
import { address, emailOf, fullCredential, marked, marker, personOf, tokenCredential } from './markers.js';
import type { Speaker } from './speakers.js';

/** Carts with every field filled in, and the calls that fill them. */

export type Args = Readonly<Record<string, unknown>>;

const ENGRAVED = [{ name: 'Engraving', value: marker('line.property') }];
export const MUG = marker('line.id');

const LINES = {
  line_items: [
    { id: MUG, item: { id: 'keepsake-mug' }, quantity: 1, properties: ENGRAVED },
    { item: { id: 'gift-wrap' }, quantity: 1, parent_id: MUG },
    { id: 'extra', item: { id: 'sea-salt' }, quantity: 1 },
  ],
};
const PEOPLE = { buyer: { email: emailOf('buyer'), ...personOf('buyer') }, billing_address: address('billing') };

/** Operations that write data into a cart, with their arguments apart from the cart's id. */
export const WRITES: readonly (readonly [operation: string, args: Args])[] = [
  ['add_line_items', LINES],
  ['update_line_item', { line_item_id: MUG, quantity: 2, properties: ENGRAVED }],
  ['remove_line_item', { line_item_id: 'extra' }],
  ['set_buyer', PEOPLE],
  ['apply_discount', { code: 'WELCOME10' }],
  ['remove_discount', { code: 'WELCOME10' }],
];
const DESTINATION = { ...address('destination'), instructions: marker('destination.instructions') };
export const BY_DESTINATION: typeof WRITES = [
  ['set_destination', { destination: DESTINATION }],
  ['select_fulfillment', { selected_option_id: 'standard' }],
];
const DESTINATIONS = [address('envelope'), address('other destination')];
export const BY_ENVELOPE: typeof WRITES = [
  ['select_fulfillment', { selected_option_id: 'standard', destinations: DESTINATIONS }],
];

/** Returns two instruments, the second of which is selected. Over MCP, its credential has no card data. */
function paymentOf(by: Speaker, billing: boolean) {
  const other = { token: marker('other instrument.token'), type: 'token' };
  const shown = (name: string) => ({
    ...marked(name, ['id', 'brand', 'last_digits', 'rich_card_art', 'rich_text_description']),
    handler_id: HANDLER_ID,
  });
  return {
    instruments: [
      { ...shown('other instrument'), billing_address: address('other instrument'), credential: other },
      {
        ...{ ...shown('instrument'), type: 'card', expiry_month: 1, expiry_year: 2031 },
        ...(billing && { billing_address: address('instrument.billing') }),
        credential: by.name === 'http' ? fullCredential() : tokenCredential(),
      },
    ],
    selected_instrument_id: marker('instrument.id'),
  };
}

/** Returns a new idempotency key that contains a marker. */
export const newKey = () => ({ key: `${marker('idempotency key')}-${randomUUID()}` });

/** Makes a call with a new idempotency key and expects it to succeed. Returns its data. */
export async function done(by: Speaker, operation: string, args: Args) {
  const { code, data } = await by.call(operation, args, newKey());
  expect([operation, code]).toEqual([operation, undefined]);
  return data;
}

export async function refused(by: Speaker, operation: string, args: Args, code: string) {
  expect([operation, await by.call(operation, args, newKey())]).toMatchObject([operation, { code }]);
}

/** Fills a cart until it is ready to complete. Returns the arguments of `complete_checkout`. */
export async function filled(by: Speaker, more: typeof WRITES, billing: boolean) {
  const { id: checkout_id } = (await by.call('get_cart', {})).data;
  for (const [operation, args] of [...WRITES, ...more]) await done(by, operation, { checkout_id, ...args });
  const { data } = await by.call('get_checkout', { checkout_id });
  expect(data.status).toBe('ready_for_complete');
  return { checkout_id, expected_total: totalOf(data), payment: paymentOf(by, billing) };
}

/** Returns the arguments of `buy` for the same cart. */
export function purchase(by: Speaker): Args {
  return {
    ...{ ...LINES, ...PEOPLE, destination: DESTINATION },
    ...{ discount_codes: ['WELCOME10'], selected_option_id: 'standard' },
    ...{ max_total: 1_000_000, payment: paymentOf(by, true) },
  };
}

/** Creates a cart full of markers with a pending payment. Returns its id. */
export async function openPayment(by: Speaker, card: MarkedCard): Promise<string> {
  const complete = await filled(by, BY_DESTINATION, true);
  card.next = { state: 'pending' };
  await done(by, 'complete_checkout', complete);
  return complete.checkout_id;
}

/** Creates a cart full of markers. Returns its id. */
export async function fullCart(by: Speaker): Promise<string> {
  return (await filled(by, BY_DESTINATION, true)).checkout_id;
}
