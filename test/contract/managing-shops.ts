import { expect } from 'vitest';
import type { Recorder } from './recorder.js';

/** A merchant's calls on settings and discounts of a shop: every operation and every documented member. */

const KING_STREET = {
  street_address: '1 King Street',
  extended_address: 'Floor 2',
  address_locality: 'Toronto',
  address_region: 'ON',
  postal_code: 'M5H 1A1',
  address_country: 'CA',
  phone_number: '+1 416 555 0100',
};

/** Settings with every member; `NEW_SHOP` has all defaults. */
export const FULL_SETTINGS = {
  currency: 'USD',
  country: 'CA',
  language: 'fr-CA',
  time_zone: 'America/Toronto',
  tax: {
    included: true,
    on_shipping: true,
    rates: [
      { country: 'CA', rate_ppm: 50_000 },
      { country: 'CA', region: 'ON', category: 'food', rate_ppm: 0 },
    ],
  },
  shipping: [
    {
      id: 'flat-rate',
      title: 'Flat',
      carrier: 'Post',
      description: 'By van.',
      zone: { countries: ['CA', 'US'], regions: ['ON', 'QC'], postal_prefixes: ['K1', 'M'] },
      price: { type: 'flat', amount: 599 },
      free_from: 7500,
      transit_days: { min: 3, max: 5 },
    },
    {
      id: 'per-item',
      title: 'Per item',
      carrier: 'Post',
      zone: {},
      price: { type: 'per_item', base: 300, amount: 100 },
      transit_days: { min: 0, max: 365 },
    },
    {
      id: 'by_weight',
      title: 'By weight',
      carrier: 'Post',
      zone: {},
      price: {
        type: 'by_weight',
        steps: [
          { up_to_grams: 1000, amount: 500 },
          { up_to_grams: 5000, amount: 900 },
        ],
      },
      transit_days: { min: 2, max: 2 },
    },
  ],
  pickup: [
    {
      id: 'counter',
      title: 'Toronto',
      description: 'At the counter.',
      amount: 0,
      address: KING_STREET,
      ready_days: { min: 0, max: 1 },
    },
  ],
  fees: [
    {
      id: 'small-order',
      title: 'Small order',
      price: { type: 'fixed', amount: 250 },
      countries: ['CA', 'US'],
      below_subtotal: 2000,
      tax_category: 'service',
    },
    { id: 'packing', title: 'Packing', price: { type: 'percent', value_ppm: 20_000 }, tax_category: 'standard' },
  ],
  payment_handlers: ['invoice', 'sandbox_card'],
  max_quantity: 20_000,
  links: [
    { type: 'terms_of_service', url: 'https://example.com/terms', title: 'Terms' },
    { type: 'privacy_policy', url: '/media/demo/privacy.txt' },
  ],
  review_limit: 50_000,
  terms_required: true,
  address_check: 'street',
  order_retention_years: 7,
  order_link_days: 400,
  brand: {
    name: 'Park Pottery',
    logo: '/media/demo/logo.png',
    accent_color: '#1f4f7a',
    support_email: 'hello@park.example',
    support_phone: '+1 416 555 0142',
    imprint: {
      name: 'Park Pottery Ltd.',
      address: KING_STREET,
      tax_number: '12345 6789 RT0001',
    },
  },
  grant_ceilings: { per_order: 10_000, per_30_days: 50_000, days: 30 },
  policies: { returns: '30 days, unused.', shipping: 'Within two days.', privacy: 'We sell no data.' },
  order_requests: { cancel_before_shipping: true, address_before_shipping: true, return_days: 14 },
  invoice: { due_days: 14, instructions: 'Pay to account 123.' },
  mail: {
    from: 'orders@park.example',
    reply_to: 'help@park.example',
    staff: ['kim@park.example'],
    low_stock: 5,
    disabled: ['held', 'released'],
  },
};

/** The defaults of all settings (docs/catalog.md, Shops). */
const NEW_SHOP = {
  currency: 'USD',
  country: 'US',
  language: 'en',
  time_zone: 'UTC',
  tax: { included: false, on_shipping: false, rates: [] },
  shipping: [expect.objectContaining({ id: 'standard', zone: {}, price: { type: 'flat', amount: 0 } })],
  pickup: [],
  fees: [],
  payment_handlers: [],
  links: [],
  review_limit: null,
};

/** Full settings without `terms_required`, which needs a link to the terms of service. */
const { terms_required: _required, ...WITHOUT_TERMS } = FULL_SETTINGS;

/**
 * Writes settings, and expects the same values in the response and in later reads. Omitted members get their defaults,
 * except `payment_handlers`, which is required.
 */
export async function keepSettings(by: Recorder, shop_id: string): Promise<void> {
  const before = await by.call('get_shop_settings', { shop_id });
  expect(await by.call('update_shop_settings', { shop_id, ...FULL_SETTINGS })).toEqual(FULL_SETTINGS);
  expect(await by.call('get_shop_settings', { shop_id })).toEqual(FULL_SETTINGS);
  const { payment_handlers, ...defaulted } = NEW_SHOP;
  for (const [member, value] of Object.entries(defaulted)) {
    const full = member === 'links' ? WITHOUT_TERMS : FULL_SETTINGS;
    const rest = Object.fromEntries(Object.entries(full).filter(([name]) => name !== member));
    expect(await by.call('update_shop_settings', { shop_id, ...rest })).toEqual({ ...full, [member]: value });
  }
  expect(await by.call('update_shop_settings', { shop_id, payment_handlers })).toEqual(NEW_SHOP);
  expect(await by.call('update_shop_settings', { shop_id, ...before })).toEqual(before);
}

const PERCENT = {
  title: 'A fifth off mugs',
  kind: 'percent',
  value_ppm: 200_000,
  item_ids: ['enamel-mug', 'keepsake-mug'],
  minimum_subtotal: 1000,
  starts_at: '2026-11-20T12:00:00+02:00',
  ends_at: '2027-01-01T00:00:00Z',
  max_uses: 5,
  once_per_buyer: true,
  combinable: false,
  automatic: true,
};
const FREE = { title: 'Free parcel', kind: 'free_shipping', option_ids: ['standard'] };
const FIXED = { title: 'Five off', kind: 'fixed', amount: 500 };

/** Creates two discounts, replaces both, and ends both. */
export async function keepDiscounts(by: Recorder, shop_id: string): Promise<void> {
  const code = 'Spring-27';
  const made = await by.call('put_discount', { shop_id, code, ...PERCENT });
  const in_utc = { starts_at: '2026-11-20T10:00:00.000Z', ends_at: '2027-01-01T00:00:00.000Z' };
  const times = { created_at: made.created_at, updated_at: made.updated_at };
  expect(made).toEqual({ ...PERCENT, ...in_utc, ...times, code, uses_left: 5 });
  expect(await by.call('get_discount', { shop_id, code: ' spring-27 ' })).toEqual(made);
  const plain = await by.call('put_discount', { shop_id, code: 'FIVE', ...FIXED });
  const defaults = { once_per_buyer: false, combinable: true, automatic: false, uses_left: null };
  const free = await by.call('put_discount', { shop_id, code: 'FIVE', ...FREE });
  expect(free).toMatchObject(FREE);
  await by.call('put_discount', { shop_id, code: 'FIVE', ...FIXED });
  expect(plain).toEqual({ ...FIXED, ...defaults, ...times, code: 'FIVE' });
  await pageThrough(by, shop_id, ['Spring-27', 'FIVE']);
  const replaced = await by.call('put_discount', { shop_id, code: 'SPRING-27', ...FIXED });
  expect(replaced).toEqual({ ...plain, code: 'SPRING-27' });
  for (const one of [replaced, plain]) {
    expect(await by.call('delete_discount', { shop_id, code: one.code })).toEqual(one);
    await by.refused('get_discount', { shop_id, code: one.code }, 'discount_not_found');
  }
}

/** Reads every discount once, one per page. */
async function pageThrough(by: Recorder, shop_id: string, expected: readonly string[]): Promise<void> {
  const codes: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await by.body('list_discounts', { shop_id, limit: 1, ...(cursor !== undefined && { cursor }) });
    expect(page.data).toHaveLength(1);
    codes.push(page.data[0].code);
    cursor = page.pagination?.cursor;
  } while (cursor !== undefined);
  const all = await by.call('list_discounts', { shop_id });
  expect(codes).toEqual(all.map((one: { code: string }) => one.code));
  expect(codes).toEqual(expect.arrayContaining([...expected]));
  expect(new Set(codes).size).toBe(codes.length);
}
