import type { Settings } from '../../model/settings.js';
import type { Goods, Terms } from '../../model/shop.js';
import type { Checkout, Shop } from '../../model/state.js';

/** Two shops: one with tax included at two rates, one that adds tax by state. */

export interface BookShop {
  readonly name: 'DE' | 'US';
  readonly currency: string;
  readonly time_zone: string;
  readonly settings: Settings;
  /** Destinations of orders. */
  readonly places: readonly NonNullable<Checkout['destination']>[];
  /** Countries of billing addresses. */
  readonly billed: readonly string[];
}

const plain: Goods = {
  price: 1999,
  types: ['shipping', 'pickup'],
  grams: 400,
  category: 'standard',
  adult: false,
  specs: [],
  withdrawn: false,
  stock: null,
  backorder: false,
};

export const GOODS = {
  pot: plain,
  tea: { ...plain, price: 349, category: 'food' },
  pen: { ...plain, price: 101 },
  chair: { ...plain, price: 12_495 },
  sticker: { ...plain, price: 0 },
  ebook: { ...plain, price: 990, types: ['digital'], category: 'digital', grams: 0 },
} as const satisfies Record<string, Goods>;
export type Good = keyof typeof GOODS;

export const DISCOUNTS: Readonly<Record<string, Terms>> = {
  TENTH: { kind: 'percent', value_ppm: 100_000 },
  FIVE: { kind: 'fixed', amount: 500, minimum_subtotal: 3000 },
  POT3: { kind: 'fixed', amount: 300, item_ids: ['pot'] },
  TEAS: { kind: 'percent', value_ppm: 333_333, item_ids: ['tea', 'pen'] },
  SHIP: { kind: 'free_shipping', option_ids: ['post'] },
  ALONE: { kind: 'percent', value_ppm: 150_000, combinable: false },
  LONE: { kind: 'fixed', amount: 700, combinable: false },
  ALL: { kind: 'percent', value_ppm: 1_000_000 },
  AUTO: { kind: 'fixed', amount: 333, combinable: false, automatic: true, minimum_subtotal: 1500 },
};

const post = {
  id: 'post',
  zone: {},
  price: { type: 'per_item', base: 390, amount: 47 },
  free_from: 20_000,
} as const;
const express = { id: 'express', zone: {}, price: { type: 'flat', amount: 1195 } } as const;
const none = { payment_handlers: ['invoice'], review_limit: null };
const STREET = { full_name: 'Ada Park', street_address: '1 Main St', address_locality: 'Town' };

const GERMAN: BookShop = {
  name: 'DE',
  currency: 'EUR',
  time_zone: 'Europe/Berlin',
  settings: {
    ...none,
    country: 'DE',
    tax: {
      included: true,
      on_shipping: true,
      rates: [
        { country: 'DE', rate_ppm: 190_000 },
        { country: 'DE', category: 'food', rate_ppm: 70_000 },
      ],
    },
    shipping: [post, express],
    pickup: [{ id: 'counter', amount: 0, address: { address_country: 'DE' } }],
    fees: [
      {
        id: 'deposit',
        title: 'Deposit',
        price: { type: 'fixed', amount: 25 },
        below_subtotal: 2000,
        tax_category: 'food',
      },
      { id: 'customs', title: 'Customs', price: { type: 'fixed', amount: 870 }, countries: ['CH'], tax_category: 'x' },
      { id: 'handling', title: 'Handling', price: { type: 'percent', value_ppm: 12_500 }, tax_category: 'standard' },
    ],
  },
  places: [
    { ...STREET, address_country: 'DE', postal_code: '10115' },
    { ...STREET, address_country: 'DE', postal_code: '80331' },
    { ...STREET, address_country: 'CH', postal_code: '8001' },
  ],
  billed: ['DE', 'FR'],
};

const AMERICAN: BookShop = {
  name: 'US',
  currency: 'USD',
  time_zone: 'America/Los_Angeles',
  settings: {
    ...none,
    country: 'US',
    tax: {
      included: false,
      on_shipping: true,
      rates: [
        { country: 'US', region: 'CA', rate_ppm: 72_500 },
        { country: 'US', region: 'CA', category: 'food', rate_ppm: 0 },
        { country: 'US', region: 'CA', category: 'shipping', rate_ppm: 10_000 },
        { country: 'US', region: 'NY', rate_ppm: 88_750 },
        { country: 'US', category: 'digital', rate_ppm: 21_300 },
      ],
    },
    shipping: [post, express],
    pickup: [{ id: 'counter', amount: 150, address: { address_country: 'US', address_region: 'CA' } }],
    fees: [
      {
        id: 'small',
        title: 'Small order',
        price: { type: 'fixed', amount: 299 },
        below_subtotal: 3000,
        tax_category: 'standard',
      },
      { id: 'green', title: 'Green', price: { type: 'percent', value_ppm: 9_990 }, tax_category: 'food' },
    ],
  },
  places: [
    { ...STREET, address_country: 'US', address_region: 'CA', postal_code: '93650' },
    { ...STREET, address_country: 'US', address_region: 'NY', postal_code: '10001' },
    { ...STREET, address_country: 'US', address_region: 'OR', postal_code: '97214' },
  ],
  billed: [],
};

export const BOOK_SHOPS = [GERMAN, AMERICAN] as const;

/** Returns the shop in the form that the test model uses. */
export function modelShop({ settings }: BookShop): Shop {
  const shelf = Object.entries(GOODS).map(([name, goods]) => [name, { goods, stock: goods.stock }] as const);
  const discounts = Object.entries(DISCOUNTS).map(
    ([code, terms]) => [code, { code, terms, used: 0, usedBy: new Set<string>() }] as const,
  );
  return { start: 0, now: 0, settings, shelf: new Map(shelf), discounts: new Map(discounts) };
}
