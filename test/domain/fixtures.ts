import { expect } from 'vitest';
import { type Cart, type Checkout, type Line, newCheckout, PRICING_RULES } from '../../src/domain/checkout/checkout.js';
import { type ErrorCode, PortalError } from '../../src/domain/errors/portal-error.js';
import { type Discount, normalizeCode } from '../../src/domain/shop/discount.js';
import type { Item, PropertySpec } from '../../src/domain/shop/item.js';
import {
  DEFAULT_SETTINGS,
  type PickupLocation,
  type ShippingRate,
  type ShopSettings,
} from '../../src/domain/shop/shop.js';
import type { Spending } from '../../src/domain/tenant/limits.js';

export const NOW = Date.UTC(2026, 10, 20, 12);

const stamps = { created_at: NOW, updated_at: NOW, version: 1 };

export function item(id: string, change: Partial<Item> = {}): Item {
  return {
    shop_id: 'shop',
    id,
    title: id,
    description: '',
    product_id: null,
    options: [],
    gtin: null,
    mpn: null,
    images: [],
    backorder: null,
    brand: null,
    categories: [],
    keywords: [],
    price: 1000,
    image_url: null,
    fulfillment_types: ['shipping', 'pickup'],
    weight_grams: 100,
    tax_category: 'standard',
    age_restricted: false,
    property_specs: [],
    counted: false,
    status: 'active',
    ...stamps,
    ...change,
  };
}

export function spec(name: string, values: readonly (readonly [string, number])[], required = false): PropertySpec {
  const listed = values.map(([value, price_delta]) => ({ value, price_delta, description: '' }));
  return { name, required, description: '', values: listed };
}

/** A line of one unit, last shown to the buyer at the default price. */
export function line(id: string, change: Partial<Line> = {}): Line {
  return { id, item_id: id, quantity: 1, properties: [], seen_price: 1000, ...change };
}

export function discount(code: string, change: Partial<Discount> = {}): Discount {
  return {
    shop_id: 'shop',
    code,
    title: code,
    kind: 'percent',
    once_per_buyer: false,
    combinable: true,
    automatic: false,
    ...stamps,
    ...change,
  };
}

export function rate(id: string, change: Partial<ShippingRate> = {}): ShippingRate {
  return {
    id,
    title: id,
    carrier: 'Post',
    zone: {},
    price: { type: 'flat', amount: 500 },
    transit_days: { min: 1, max: 2 },
    ...change,
  };
}

export const COUNTER: PickupLocation = {
  id: 'counter',
  title: 'Counter',
  amount: 0,
  address: { address_country: 'US', address_region: 'OR' },
  ready_days: { min: 0, max: 1 },
};

export interface CartParts {
  readonly lines?: readonly Line[];
  /** Defaults to one item per line, at the default price. */
  readonly items?: readonly Item[];
  readonly settings?: Partial<ShopSettings>;
  readonly stock?: Readonly<Record<string, number>>;
  /** Codes of all discounts that are not automatic are applied, unless `checkout` specifies others. */
  readonly discounts?: readonly Discount[];
  readonly uses?: Readonly<Record<string, number>>;
  /** Normalized codes that the buyer has used before. */
  readonly used?: readonly string[];
  readonly checkout?: Partial<Checkout>;
  readonly spending?: Spending;
  readonly now?: number;
}

export function cart(parts: CartParts = {}): Cart {
  const { lines = [], discounts = [], now = NOW } = parts;
  const items = parts.items ?? lines.map(({ item_id }) => item(item_id));
  const entered = discounts.filter(({ automatic }) => !automatic);
  const codes = entered.map(({ code }) => normalizeCode(code));
  const checkout = {
    ...newCheckout('chk', { shop_id: 'shop', deployment_id: 'dep', buyer_id: '' }, NOW),
    lines,
    discount_codes: codes,
    ...parts.checkout,
  };
  const settings = { ...DEFAULT_SETTINGS, payment_handlers: ['invoice'], pickup: [COUNTER], ...parts.settings };
  const shop = {
    id: 'shop',
    organization_id: 'org',
    name: 'Shop',
    description: null,
    demo: false,
    settings,
    ...stamps,
  };
  return {
    checkout,
    shop,
    items: new Map(items.map((one) => [one.id, one])),
    stock: new Map(Object.entries(parts.stock ?? {})),
    discounts: new Map(entered.map((one) => [normalizeCode(one.code), one])),
    automatic: discounts.filter(({ automatic }) => automatic),
    uses: new Map(Object.entries(parts.uses ?? {})),
    used: new Set(parts.used),
    ...(parts.spending && { spending: parts.spending }),
    rules: PRICING_RULES,
    now,
  };
}

/** Runs a call that must throw a PortalError with this code. Returns its detail. */
export function refusal(code: ErrorCode, call: () => unknown): string {
  let thrown: unknown;
  try {
    call();
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(PortalError);
  if (!(thrown instanceof PortalError)) return '';
  expect(thrown.code).toBe(code);
  return thrown.detail;
}
