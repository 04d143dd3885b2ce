import { describe, expect, it } from 'vitest';
import { listOptions } from '../../src/domain/checkout/fulfillment.js';
import { price } from '../../src/domain/checkout/pricing.js';
import type { ShippingRate, Zone } from '../../src/domain/shop/shop.js';
import { type CartParts, COUNTER, cart, discount, item, line, NOW, rate } from './fixtures.js';

const PORTLAND = { address_country: 'US', address_region: 'OR', postal_code: '97214' };

/** Returns the price of the shop's only shipping rate for a cart, or `undefined` if the rate is not offered. */
function quote(change: Partial<ShippingRate>, parts: CartParts = {}): number | undefined {
  const made = cart({
    lines: [line('mug')],
    ...parts,
    settings: { shipping: [rate('post', change)], pickup: [] },
    checkout: { destination: PORTLAND, ...parts.checkout },
  });
  return price(made).options.find(({ id }) => id === 'post')?.amount;
}

describe('the zone of a rate', () => {
  const to = (change: object) => ({ checkout: { destination: { ...PORTLAND, ...change } } });

  it.each<[string, Zone, object, boolean]>([
    ['everywhere', {}, {}, true],
    ['country', { countries: ['CA', 'US'] }, {}, true],
    ['other country', { countries: ['CA'] }, {}, false],
    ['region', { regions: ['WA', 'OR'] }, {}, true],
    ['region in lower case', { regions: ['OR'] }, { address_region: 'or' }, true],
    ['region that the shop has named without a code', { regions: ['Bayern'] }, { address_region: 'Bayern' }, true],
    ['other region', { regions: ['WA'] }, {}, false],
    ['region missing in the destination', { regions: ['OR'] }, { address_region: undefined }, false],
    ['postal prefix', { postal_prefixes: ['972'] }, {}, true],
    ['whole postal code', { postal_prefixes: ['97214'] }, {}, true],
    ['postal prefix, ignoring spaces and case', { postal_prefixes: ['SW1A'] }, { postal_code: 'sw 1a 1aa' }, true],
    ['other postal prefix', { postal_prefixes: ['970'] }, {}, false],
    ['postal code missing in the destination', { postal_prefixes: ['9'] }, { postal_code: undefined }, false],
    ['country, region and postal prefix', { countries: ['US'], regions: ['OR'], postal_prefixes: ['97'] }, {}, true],
    ['all but the postal prefix', { countries: ['US'], regions: ['OR'], postal_prefixes: ['98'] }, {}, false],
  ])('is compared with the destination: %s', (_name, zone, destination, served) => {
    expect(quote({ zone }, to(destination))).toBe(served ? 500 : undefined);
  });

  it('does not match a cart without a destination', () => {
    const made = cart({ lines: [line('mug')], settings: { shipping: [rate('post')], pickup: [] } });
    expect(listOptions(made, 1000)).toEqual([]);
  });
});

describe('the description of a rate', () => {
  it.each<[string, number, number, string]>([
    ['of one day', 1, 1, '1 day with Carrier'],
    ['of a fixed number of days', 2, 2, '2 days with Carrier'],
    ['of a range', 1, 3, '1-3 days with Carrier'],
  ])('names a transit time %s', (_name, min, max, description) => {
    const made = cart({
      lines: [line('mug')],
      settings: { shipping: [rate('post', { carrier: 'Carrier', transit_days: { min, max } })], pickup: [] },
      checkout: { destination: PORTLAND },
    });
    expect(listOptions(made, 1000)[0]).toMatchObject({ description });
  });
});

describe('the price of a rate', () => {
  const steps = [
    { up_to_grams: 100, amount: 10 },
    { up_to_grams: 500, amount: 20 },
  ];
  const units = (quantity: number): CartParts => ({ lines: [line('mug', { quantity })] });

  it.each<[string, ShippingRate['price'], CartParts, number | undefined]>([
    ['flat', { type: 'flat', amount: 700 }, units(9), 700],
    ['per item', { type: 'per_item', base: 100, amount: 30 }, units(4), 220],
    ['lightest step', { type: 'by_weight', steps }, units(1), 10],
    ['just above a step', { type: 'by_weight', steps }, units(2), 20],
    ['last step', { type: 'by_weight', steps }, units(5), 20],
    ['too heavy', { type: 'by_weight', steps }, units(6), undefined],
  ])('%s', (_name, amount, parts, expected) => {
    expect(quote({ price: amount }, parts)).toBe(expected);
  });

  it('counts only the lines that can be shipped', () => {
    const items = [
      item('mug'),
      item('ebook', { fulfillment_types: ['digital'] }),
      item('stove', { fulfillment_types: ['pickup'] }),
    ];
    const lines = [line('mug', { quantity: 2 }), line('ebook'), line('stove')];
    expect(quote({ price: { type: 'per_item', base: 0, amount: 10 } }, { items, lines })).toBe(20);
  });

  it.each([
    [1001, 500],
    [1000, 0],
    [999, 0],
  ])('is 0 if the goods cost at least %i, otherwise unchanged', (free_from, expected) => {
    expect(quote({ free_from })).toBe(expected);
  });

  it('is 0 if the price of the goods after discounts, not before, reaches free_from', () => {
    const discounts = [discount('TEN', { value_ppm: 100_000 })];
    expect(quote({ free_from: 901 }, { discounts })).toBe(500);
    expect(quote({ free_from: 900 }, { discounts })).toBe(0);
  });
});

describe('the options of a cart', () => {
  const mixed = {
    items: [
      item('mug'),
      item('flask', { fulfillment_types: ['shipping'] }),
      item('stove', { fulfillment_types: ['pickup'] }),
      item('ebook', { fulfillment_types: ['digital'] }),
    ],
    lines: [line('mug'), line('flask'), line('stove'), line('ebook')],
    settings: { shipping: [rate('post')], pickup: [COUNTER] },
  } satisfies CartParts;

  it('name the lines that each can serve', () => {
    const options = listOptions(cart({ ...mixed, checkout: { destination: PORTLAND } }), 1000);
    expect(options.map(({ id, method_type, line_ids }) => [id, method_type, line_ids])).toEqual([
      ['post', 'shipping', ['mug', 'flask']],
      ['counter', 'pickup', ['mug', 'stove']],
      ['digital', 'digital', ['ebook']],
    ]);
  });

  it('are none if the cart is empty', () => {
    expect(listOptions(cart({ ...mixed, lines: [], checkout: { destination: PORTLAND } }), 0)).toEqual([]);
  });

  it("promise whole days in the shop's time zone", () => {
    const settings = { ...mixed.settings, time_zone: 'America/Los_Angeles' };
    const late = Date.UTC(2026, 10, 21, 7, 30);
    const [post] = listOptions(cart({ ...mixed, settings, now: late, checkout: { destination: PORTLAND } }), 1000);
    expect(new Date(post?.earliest ?? 0).toISOString()).toBe('2026-11-21T08:00:00.000Z');
    expect(new Date(post?.latest ?? 0).toISOString()).toBe('2026-11-23T07:59:59.000Z');
  });

  it('set the fulfillment total once selected', () => {
    const checkout = { destination: PORTLAND, selected_option_id: 'post' };
    expect(price(cart({ ...mixed, checkout })).fulfillment).toBe(500);
    expect(price(cart({ ...mixed, checkout: { destination: PORTLAND } })).fulfillment).toBeUndefined();
    const ebook = { ...mixed, lines: [line('ebook')] };
    expect(price(cart(ebook)).fulfillment).toBe(0);
  });
});

describe('promised times', () => {
  const MINUTE = 60_000;
  const today = (now: number) => {
    const settings = { pickup: [{ ...COUNTER, ready_days: { min: 0, max: 0 } }] };
    const items = [item('mug', { fulfillment_types: ['pickup'] }), item('book', { fulfillment_types: ['digital'] })];
    return listOptions(cart({ lines: [line('mug'), line('book')], items, settings, now }), 0);
  };

  it.each([
    ['at noon', 0, 0],
    ['a moment later: the next quarter of an hour', 1, 15 * MINUTE],
    ['at the end of the day: its last second', 11 * 60 * MINUTE + 59 * MINUTE, 12 * 60 * MINUTE - 1000],
    ['after the last second of the day', 12 * 60 * MINUTE - 1, 12 * 60 * MINUTE],
  ])('do not begin in the past, %s', (_name, after, earliest) => {
    const options = today(NOW + after);
    for (const option of options) {
      expect(option.earliest).toBeGreaterThanOrEqual(NOW + after);
      expect(option.latest).toBeGreaterThanOrEqual(option.earliest);
    }
    expect((options[0]?.earliest ?? 0) - NOW).toBe(earliest);
  });
});
