import { expect } from 'vitest';
import { checkoutSummary } from '../../src/view/checkout-summary.js';
import { CARD, totalOf } from '../actors/shopper.js';
import type { Recorder } from './recorder.js';

/**
 * Purchases that together use every operation and every documented request member, and trigger every rule that produces
 * a response member.
 */

const PERSON = { first_name: 'Ada', last_name: 'Lovelace', full_name: 'Ada Lovelace', phone_number: '+1 503 555 0100' };
const PLACE = {
  street_address: '12 Main St',
  extended_address: 'Floor 2',
  address_locality: 'Portland',
  address_region: 'OR',
  postal_code: '97214',
  address_country: 'us',
};
const ADDRESS = { ...PERSON, ...PLACE };
const BUYER = { ...PERSON, email: 'ada@example.com' };
/** Raw card data (API document, CheckoutPayment `credential`), with a number that belongs to no card. */
const CARD_DATA = {
  type: 'card',
  card_number_type: 'fpan',
  number: '4242424242424242',
  cvc: '123',
  cryptogram: 'AgAAAAAAAIR8CQrXcIhbQAAAAAA=',
  eci_value: '05',
  name: 'Ada Lovelace',
  expiry_month: 12,
  expiry_year: 2030,
};
const SHIRT = [
  { name: 'Size', value: 'XXL' },
  { name: 'Color', value: 'Indigo' },
];

export async function browse(by: Recorder): Promise<void> {
  const page = await by.call('search_catalog', { query: 'mug', limit: 1 });
  expect(page).toHaveLength(1);
  expect(await by.call('search_catalog', {})).toHaveLength(20);
  const filters = { min_price: 1, max_price: 2400, in_stock: true, category: 'gifts' };
  const { data, messages } = await by.body('search_catalog', { query: 'muug', ...filters });
  const codes = messages.map(({ code }: { readonly code: string }) => code);
  expect([data[0].id, codes]).toEqual(['keepsake-mug', ['price_filter', 'words_replaced']]);
  expect(await by.call('search_catalog', { category: 'Clothing' })).toHaveLength(2);
  const [slippers] = await by.call('search_catalog', { query: 'felt slippers size L' });
  expect(slippers.varies.options).toEqual([{ name: 'Size', values: ['S', 'M', 'L'] }]);
  expect(slippers.id).toBe('felt-slippers-l');
  expect(await by.call('search_catalog', { query: 'umbrella' })).toHaveLength(1);
  for (const item_id of ['felt-slippers-s', 'felt-slippers-l', 'umbrella-navy'])
    expect((await by.call('get_item', { item_id })).siblings).toHaveLength(2);
  const item = await by.call('get_item', { item_id: 'shop-tee' });
  expect(item.property_specs[0].values.length).toBeGreaterThan(1);
}

/** Fills a cart with lines that have a parent, properties and caller-chosen ids. */
export async function fillCart(by: Recorder): Promise<string> {
  const cart = await by.call('get_cart', {});
  const checkout_id: string = cart.id;
  const line_items = [
    { id: 'mug', item: { id: 'enamel-mug' }, quantity: 2 },
    { id: 'wrap', item: { id: 'gift-wrap' }, quantity: 1, parent_id: 'mug' },
    { id: 'tee', item: { id: 'shop-tee' }, quantity: 1, properties: SHIRT },
    { item: { id: 'preserving-ebook' }, quantity: 1 },
    { id: 'salt', item: { id: 'sea-salt' }, quantity: 1 },
    { id: 'slippers', item: { id: 'felt-slippers-m' }, quantity: 1 },
  ];
  await by.call('add_line_items', { checkout_id, line_items });
  await changeLines(by, checkout_id);
  return checkout_id;
}

async function changeLines(by: Recorder, checkout_id: string): Promise<void> {
  const change = (line_item_id: string, rest: object) => ({ checkout_id, line_item_id, ...rest });
  await by.call('update_line_item', change('mug', { quantity: 3 }), 'checkoutB');
  await by.call('update_line_item', change('tee', { quantity: 2 }), 'checkoutF');
  await by.call('update_line_item', change('tee', { quantity: 2, properties: SHIRT }), 'checkoutF');
  await by.call('update_line_item', change('mug', { quantity: 3, properties: [] }), 'checkoutF');
  const line = (id: string, item: string) => ({ id, item: { id: item }, quantity: 1 });
  await by.call('add_line_items', {
    checkout_id,
    line_items: [line('tea', 'glazed-teapot'), line('tee-2', 'shop-tee')],
  });
  await by.call('update_line_item', change('tea', { quantity: 0 }), 'checkoutB');
  await by.call('update_line_item', change('tee-2', { quantity: 0 }), 'checkoutF');
  const { line_items } = await by.call('remove_line_item', { checkout_id, line_item_id: 'salt' });
  expect(line_items).toHaveLength(5);
}

export async function setPeople(by: Recorder, checkout_id: string): Promise<void> {
  await by.call('set_buyer', { checkout_id, buyer: BUYER, billing_address: ADDRESS });
  for (const code of ['WELCOME10', 'MUG5', 'FREESHIP']) await by.call('apply_discount', { checkout_id, code });
  await by.call('remove_discount', { checkout_id, code: 'freeship' });
}

export async function chooseShipping(by: Recorder, checkout_id: string): Promise<number> {
  const destination = { ...ADDRESS, instructions: 'Ring twice.' };
  await by.call('set_destination', { checkout_id, destination });
  const methods = await by.call('list_fulfillment_methods', { checkout_id });
  expect(methods.map(({ id }: { id: string }) => id)).toEqual(['standard', 'express', 'pickup-portland', 'digital']);
  await by.call(
    'select_fulfillment',
    { checkout_id, selected_option_id: 'standard', destinations: [ADDRESS] },
    'checkoutB',
  );
  await by.call(
    'select_fulfillment',
    { checkout_id, selected_option_id: 'pickup-portland', destinations: [] },
    'checkoutB',
  );
  const ready = await by.call('select_fulfillment', { checkout_id, selected_option_id: 'express' }, 'checkoutF');
  expect(ready.status).toBe('ready_for_complete');
  const full = await by.call('get_checkout', { checkout_id });
  expect(by.isAgent ? checkoutSummary(full) : full).toEqual(ready);
  return totalOf(ready);
}

const SHOWN = { rich_card_art: 'https://cards.example/visa.png', rich_text_description: 'Visa, **4242**' };

export async function payByCard(by: Recorder, checkout_id: string, expected_total: number): Promise<string> {
  const instrument = { ...CARD, ...SHOWN, expiry_month: 12, expiry_year: 2030, billing_address: ADDRESS };
  const payment = { instruments: [instrument], selected_instrument_id: CARD.id };
  const done = await by.call('complete_checkout', { checkout_id, expected_total, payment });
  expect(done.status).toBe('completed');
  const { payment: paid } = by.isAgent ? await by.call('get_checkout', { checkout_id }) : done;
  expect(paid.instruments).toMatchObject([SHOWN]);
  return done.order.id;
}

/** Buys in one call, with every member, and again at exactly the total. */
export async function buyAtOnce(by: Recorder): Promise<void> {
  const line_items = [
    { id: 'tee', item: { id: 'shop-tee' }, quantity: 1, properties: SHIRT },
    { id: 'wrap', item: { id: 'gift-wrap' }, quantity: 1, parent_id: 'tee' },
  ];
  const instrument = { ...CARD, ...SHOWN, expiry_month: 12, expiry_year: 2030, billing_address: ADDRESS };
  const wish = {
    ...{ line_items, buyer: BUYER, billing_address: ADDRESS, discount_codes: ['WELCOME10'] },
    destination: { ...ADDRESS, instructions: 'Ring twice.' },
    selected_option_id: 'cheapest',
    payment: { instruments: [instrument], selected_instrument_id: CARD.id },
  };
  const bought = await by.call('buy', { ...wish, max_total: 100_000 });
  expect(bought.status).toBe('completed');
  const again = await by.call('buy', { ...wish, expected_total: totalOf(bought) });
  expect(totalOf(again)).toBe(totalOf(bought));
}

export async function followOrder(by: Recorder, order_id: string): Promise<void> {
  const order = await by.call('get_order', { order_id });
  expect(order).toMatchObject({
    status: 'processing',
    payment_status: 'paid',
    permitted_actions: ['hold', 'fulfill', 'cancel', 'refund'],
  });
  const held = await by.call('hold_order', { order_id, reason: 'Wrong size.', note: 'Ask for the size.' });
  expect(held).toMatchObject({ status: 'on_hold', permitted_actions: ['release', 'cancel', 'refund'] });
  expect(await by.call('get_order', { order_id })).toEqual(held);
  expect(await by.call('list_orders', { status: 'on_hold' })).toHaveLength(1);
  const released = await by.call('release_order', { order_id });
  expect(released).toEqual(order);
}

/** Pays with raw card data, which is accepted only over HTTP and only for a handler that declares it. */
export async function payByNumber(by: Recorder): Promise<void> {
  const instrument = { ...CARD, credential: CARD_DATA };
  await by.call('get_order', { order_id: await buyLittle(by, instrument) });
  const line_items = [{ item: { id: 'enamel-mug' }, quantity: 1 }];
  const wish = { line_items, buyer: { email: BUYER.email }, selected_option_id: 'pickup-portland' };
  await by.call('buy', { ...wish, max_total: 100_000, payment: { instruments: [instrument] } });
}

/** Makes a minimal purchase: one item, picked up, paid by invoice unless specified otherwise. */
export async function buyLittle(
  by: Recorder,
  instrument: object = { id: 'i', handler_id: 'invoice' },
): Promise<string> {
  const { id: checkout_id } = await by.call('get_cart', {});
  await by.call('add_line_items', { checkout_id, line_items: [{ item: { id: 'enamel-mug' }, quantity: 1 }] });
  await by.call('set_buyer', { checkout_id, buyer: { email: BUYER.email } });
  const chosen = { checkout_id, selected_option_id: 'pickup-portland' };
  const ready = await by.call('select_fulfillment', chosen, 'checkoutF');
  const payment = { instruments: [instrument] };
  const done = await by.call('complete_checkout', { checkout_id, expected_total: totalOf(ready), payment });
  return done.order.id;
}

export async function giveUp(by: Recorder): Promise<void> {
  const { id: checkout_id } = await by.call('get_cart', {});
  await by.call('add_line_items', { checkout_id, line_items: [{ item: { id: 'oregon-pinot-noir' }, quantity: 1 }] });
  const canceled = await by.call('cancel_checkout', { checkout_id });
  expect(canceled).toMatchObject({ status: 'canceled' });
}
