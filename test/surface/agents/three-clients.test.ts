import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPortal, type TestPortal } from '../../support/portal.js';
import { callTool, PAYMENT, sceneOf } from './scene.js';

/** A purchase as one kind of client sends it; `total` reads the total that the shop shows. */
type Purchase = (total: () => Promise<number>) => readonly (readonly [tool: string, args: () => Promise<object>])[];

const args = (value: object) => async () => value;
const json = JSON.stringify;

const TEE = [
  { name: 'Size', value: 'M' },
  { name: 'Color', value: 'Natural' },
];
const ADDRESS = {
  address_country: 'US',
  address_region: 'OR',
  address_locality: 'Portland',
  postal_code: '97205',
  street_address: '1450 Juniper Street',
};
const NO_NAMES = { first_name: null, last_name: null, full_name: null, phone_number: null };
const [CARD] = PAYMENT.instruments;

/** Sends lists and objects as JSON text. */
const textClient: Purchase = (total) => [
  ['search_catalog', args({ query: 'shirt' })],
  ['add_line_items', args({ line_items: json([{ item: { id: 'shop-tee' }, quantity: 1, properties: TEE }]) })],
  ['set_buyer', args({ buyer: json({ email: 'ada@example.com' }) })],
  ['set_destination', args({ destination: json({ ...ADDRESS, full_name: 'Ada Lovelace' }) })],
  ['list_fulfillment_methods', args({})],
  ['select_fulfillment', args({ selected_option_id: 'standard' })],
  ['complete_checkout', async () => ({ expected_total: await total(), payment: json(PAYMENT) })],
];

/** Sends every member of a schema, with null for the unused ones. */
const nullClient: Purchase = (total) => [
  ['search_catalog', args({ query: 'shirt', limit: null, cursor: null })],
  [
    'add_line_items',
    args({
      checkout_id: null,
      line_items: [{ item: { id: 'shop-tee' }, quantity: 1, id: null, parent_id: null, properties: TEE }],
      idempotency_key: null,
    }),
  ],
  [
    'set_buyer',
    args({
      checkout_id: null,
      buyer: { email: 'ada@example.com', ...NO_NAMES },
      billing_address: null,
      idempotency_key: null,
    }),
  ],
  [
    'set_destination',
    args({
      checkout_id: null,
      destination: { ...ADDRESS, ...NO_NAMES, full_name: 'Ada Lovelace', extended_address: null, instructions: null },
      idempotency_key: null,
    }),
  ],
  ['list_fulfillment_methods', args({ checkout_id: null })],
  [
    'select_fulfillment',
    args({ checkout_id: null, selected_option_id: 'standard', destinations: null, idempotency_key: null }),
  ],
  [
    'complete_checkout',
    async () => ({
      checkout_id: null,
      expected_total: await total(),
      payment: {
        instruments: [
          {
            ...CARD,
            expiry_month: null,
            expiry_year: null,
            rich_card_art: null,
            rich_text_description: null,
            billing_address: null,
          },
        ],
        selected_instrument_id: null,
      },
      idempotency_key: null,
    }),
  ],
];

/** Sends all members flat, under everyday names. */
const flatClient: Purchase = (total) => [
  ['search_catalog', args({ q: 'shirt' })],
  ['add_line_items', args({ item_id: 'shop-tee', quantity: '1', properties: { size: 'm', color: 'natural' } })],
  ['set_buyer', args({ email: 'ada@example.com', name: 'Ada Park' })],
  [
    'set_destination',
    args({ street: '1450 Juniper Street', city: 'Portland', state: 'Oregon', zip: '97205', country: 'USA' }),
  ],
  ['list_fulfillment_methods', args({})],
  ['select_fulfillment', args({ option_id: 'standard' })],
  ['complete_checkout', async () => ({ expectedTotal: await total(), instruments: [CARD] })],
];

describe('a client buys without an error', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await startPortal();
  });
  afterAll(() => portal.close());

  test.each([
    ['a client that sends JSON text', textClient],
    ['a client that sends null', nullClient],
    ['a client that sends flat arguments', flatClient],
  ])('%s', async (name, purchase) => {
    const { by, buyer, known } = await sceneOf(portal, 'empty', name.replaceAll(' ', '-'));
    const read = async () => (await by.ok('get_checkout', { checkout_id: known.cart })).data;
    const total = async () => (await read()).totals.at(-1).amount;
    for (const [tool, make] of purchase(total)) {
      const answer = await callTool(portal, buyer, tool, await make());
      expect(answer, `${tool}: ${answer.says}`).toMatchObject({ ok: true });
    }
    const { status, line_items, buyer: who, fulfillment } = await read();
    expect(status).toBe('completed');
    expect(line_items[0]).toMatchObject({ item: { id: 'shop-tee' }, quantity: 1, properties: TEE });
    expect(who.email).toBe('ada@example.com');
    expect(fulfillment.methods[0].destinations[0]).toMatchObject(ADDRESS);
  });
});
