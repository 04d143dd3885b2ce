import { describe, expect, it } from 'vitest';
import { PRICING_RULES } from '../../src/domain/checkout/checkout.js';
import { price } from '../../src/domain/checkout/pricing.js';
import { type Place, taxRule } from '../../src/domain/checkout/tax.js';
import { orderTotals } from '../../src/domain/checkout/totals.js';
import type { TaxRate } from '../../src/domain/shop/shop.js';
import { type CartParts, COUNTER, cart, discount, item, line, rate } from './fixtures.js';

const RATES: readonly TaxRate[] = [
  { country: 'US', rate_ppm: 1 },
  { country: 'US', region: 'OR', rate_ppm: 2 },
  { country: 'US', category: 'food', rate_ppm: 3 },
  { country: 'US', region: 'OR', category: 'food', rate_ppm: 4 },
  { country: 'DE', category: 'books', rate_ppm: 5 },
];

const rateAt = (rates: readonly TaxRate[], place: Place | undefined, category: string) =>
  taxRule({ included: false, on_shipping: false, rates }, place, category, PRICING_RULES)?.row.rate_ppm;

describe('taxRule', () => {
  it('taxes exempt goods only if a rate names them, or under pricing rules before version 3', () => {
    const rateOf = (rates: readonly TaxRate[], rules: 2 | 3) =>
      taxRule({ included: true, on_shipping: false, rates }, { country: 'US', region: 'OR' }, 'exempt', rules)?.row
        .rate_ppm;
    expect(rateOf(RATES, 3)).toBeUndefined();
    expect(rateOf(RATES, 2)).toBe(2);
    expect(rateOf([...RATES, { country: 'US', category: 'exempt', rate_ppm: 0 }], 3)).toBe(0);
  });

  it.each<[string | undefined, string | undefined, string, number | undefined]>([
    ['US', 'WA', 'standard', 1],
    ['US', undefined, 'standard', 1],
    ['US', 'OR', 'standard', 2],
    ['US', 'WA', 'food', 3],
    ['US', 'OR', 'food', 4],
    ['DE', undefined, 'books', 5],
    ['DE', undefined, 'standard', undefined],
    ['FR', undefined, 'food', undefined],
    [undefined, undefined, 'food', undefined],
  ])('finds the rate for %s %s %s: %s', (country, region, category, expected) => {
    const place = country === undefined ? undefined : { country, region };
    for (const rates of [RATES, [...RATES].reverse()]) expect(rateAt(rates, place, category)).toBe(expected);
  });
});

const rates: readonly TaxRate[] = [
  { country: 'US', rate_ppm: 72_500 },
  { country: 'US', region: 'OR', rate_ppm: 0 },
  { country: 'DE', rate_ppm: 190_000 },
  { country: 'DE', category: 'books', rate_ppm: 70_000 },
];
const settings = { tax: { included: false, on_shipping: false, rates }, shipping: [rate('post')], pickup: [COUNTER] };
const mug = { lines: [line('mug')] };
const digital = { lines: [line('ebook')], items: [item('ebook', { fulfillment_types: ['digital'] })] };
const to = (address_country: string, address_region?: string) => ({
  destination: { address_country, ...(address_region !== undefined && { address_region }) },
});

const taxOf = (parts: CartParts) => price(cart({ settings, ...parts })).tax;

describe('the place of tax', () => {
  it.each<[string, CartParts, number | undefined]>([
    ['goods: not known without a destination', mug, undefined],
    ['goods: the destination', { ...mug, checkout: to('DE') }, 190],
    ['goods: the region of the destination', { ...mug, checkout: to('US', 'OR') }, 0],
    ['goods: a country without a rate', { ...mug, checkout: to('FR') }, undefined],
    ['goods: not the billing country', { ...mug, checkout: { billing_address: { address_country: 'DE' } } }, undefined],
    ['pickup: the location', { ...mug, checkout: { ...to('DE'), selected_option_id: 'counter' } }, 0],
    [
      'digital: the billing country',
      { ...digital, checkout: { ...to('US'), billing_address: { address_country: 'DE' } } },
      190,
    ],
    [
      'digital: the destination if there is no billing country',
      { ...digital, checkout: { ...to('DE'), billing_address: { full_name: 'Ada' } } },
      190,
    ],
    ["digital: otherwise the shop's country", digital, 73],
  ])('%s', (_name, parts, expected) => {
    expect(taxOf(parts)).toBe(expected);
  });
});

describe('tax on top', () => {
  it.each<[string, CartParts, number]>([
    [
      'rounds half up',
      { lines: [line('a', { quantity: 2 })], items: [item('a', { price: 100 })], checkout: to('US') },
      15,
    ],
    [
      'rounds once per line',
      {
        lines: [line('a'), line('b')],
        items: [item('a', { price: 100 }), item('b', { price: 100 })],
        checkout: to('US'),
      },
      14,
    ],
    [
      'depends on the category',
      { lines: [line('a'), line('b')], items: [item('a'), item('b', { tax_category: 'books' })], checkout: to('DE') },
      260,
    ],
    [
      'applies to discounted prices',
      {
        ...mug,
        discounts: [discount('HALF', { value_ppm: 500_000 })],
        checkout: { ...to('DE'), discount_codes: ['HALF'] },
      },
      95,
    ],
    ['does not apply to shipping', { ...mug, checkout: { ...to('DE'), selected_option_id: 'post' } }, 190],
  ])('%s', (_name, parts, expected) => {
    const pricing = price(cart({ settings, ...parts }));
    const goods = pricing.subtotal - pricing.discount + (pricing.fulfillment ?? 0);
    expect(pricing.tax).toBe(expected);
    expect(pricing.total).toBe(goods + expected);
    expect(orderTotals(pricing).slice(-2)).toEqual([
      { type: 'tax', amount: expected },
      { type: 'total', amount: pricing.total },
    ]);
  });

  it.each<[string, CartParts['checkout'], number]>([
    ['applies to shipping if the shop says so', { ...to('DE'), selected_option_id: 'post' }, 285],
    ['does not apply to free shipping', { ...to('DE'), selected_option_id: 'post', discount_codes: ['SHIP'] }, 190],
  ])('%s', (_name, checkout, expected) => {
    const discounts = [discount('SHIP', { kind: 'free_shipping' })];
    const taxed = { ...settings, tax: { ...settings.tax, on_shipping: true } };
    const codes = { discount_codes: [], ...checkout };
    expect(taxOf({ ...mug, discounts, settings: taxed, checkout: codes })).toBe(expected);
  });
});

describe('tax that prices include', () => {
  const included = { ...settings, tax: { ...settings.tax, included: true, on_shipping: true } };

  it.each(['US', 'DE', 'FR'])('leaves the total unchanged in %s, and adds no tax entry', (country) => {
    const checkout = { ...to(country), selected_option_id: 'post' };
    const pricing = price(cart({ ...mug, settings: included, checkout }));
    expect(pricing.total).toBe(1500);
    expect(orderTotals(pricing).map(({ type }) => type)).toEqual(['subtotal', 'fulfillment', 'total']);
  });

  it('computes the tax within the gross price, per line and for shipping', () => {
    const checkout = { ...to('DE'), selected_option_id: 'post' };
    expect(taxOf({ ...mug, settings: included, checkout })).toBe(160 + 80);
    expect(taxOf({ ...mug, settings: included, checkout: to('FR') })).toBeUndefined();
  });
});
