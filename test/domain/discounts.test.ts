import { describe, expect, it } from 'vitest';
import { listCombinations } from '../../src/domain/checkout/combinations.js';
import { price } from '../../src/domain/checkout/pricing.js';
import type { Discount } from '../../src/domain/shop/discount.js';
import { type CartParts, cart, discount, item, line, rate } from './fixtures.js';

const TEN = { kind: 'percent', value_ppm: 100_000 } as const;
const fixed = (amount: number) => ({ kind: 'fixed', amount }) as const;

/** Returns two amounts for each line: the discounts on its item, and its share of the discounts on the order. */
function taken(parts: CartParts): (readonly [number, number])[] {
  return price(cart(parts)).lines.map(({ items_discount, order_discount }) => [items_discount, order_discount]);
}

const three = { lines: [line('a'), line('b'), line('c', { quantity: 2 })] };
const priced = (...prices: number[]) => ({
  lines: prices.map((_, index) => line(`i${index}`)),
  items: prices.map((amount, index) => item(`i${index}`, { price: amount })),
});

describe('a discount', () => {
  it.each<[string, CartParts, Partial<Discount>, [number, number][]]>([
    [
      'a percentage of the order',
      three,
      TEN,
      [
        [0, 100],
        [0, 100],
        [0, 200],
      ],
    ],
    [
      'a percentage of the order, spread by largest remainder',
      priced(333, 333, 333),
      TEN,
      [
        [0, 34],
        [0, 33],
        [0, 33],
      ],
    ],
    [
      'a percentage of named items, rounded once per line',
      { ...priced(335, 335, 335) },
      { ...TEN, item_ids: ['i0', 'i2'] },
      [
        [34, 0],
        [0, 0],
        [34, 0],
      ],
    ],
    [
      '100 percent',
      three,
      { kind: 'percent', value_ppm: 1_000_000 },
      [
        [0, 1000],
        [0, 1000],
        [0, 2000],
      ],
    ],
    [
      'a fixed amount',
      three,
      fixed(100),
      [
        [0, 25],
        [0, 25],
        [0, 50],
      ],
    ],
    [
      'a fixed amount that cannot be divided equally',
      priced(100, 100, 100),
      fixed(100),
      [
        [0, 34],
        [0, 33],
        [0, 33],
      ],
    ],
    [
      'a fixed amount above the subtotal',
      priced(100, 200),
      fixed(1000),
      [
        [0, 100],
        [0, 200],
      ],
    ],
    [
      'a fixed amount on named items',
      three,
      { ...fixed(300), item_ids: ['a', 'c'] },
      [
        [100, 0],
        [0, 0],
        [200, 0],
      ],
    ],
    [
      'a fixed amount on named items, above what they cost',
      three,
      { ...fixed(5000), item_ids: ['a'] },
      [
        [1000, 0],
        [0, 0],
        [0, 0],
      ],
    ],
    [
      'free shipping',
      three,
      { kind: 'free_shipping' },
      [
        [0, 0],
        [0, 0],
        [0, 0],
      ],
    ],
    [
      'on an item that is not in the cart',
      three,
      { ...TEN, item_ids: ['x'] },
      [
        [0, 0],
        [0, 0],
        [0, 0],
      ],
    ],
    [
      'on goods that cost nothing',
      priced(0, 0),
      fixed(100),
      [
        [0, 0],
        [0, 0],
      ],
    ],
  ])('is divided among the lines: %s', (_name, parts, change, expected) => {
    expect(taken({ ...parts, discounts: [discount('CODE', change)] })).toEqual(expected);
  });

  it('on named items is deducted before one on the whole order, in whichever sequence the codes are listed', () => {
    const named = discount('ZZZ', { ...fixed(500), item_ids: ['a'] });
    const order = discount('AAA', TEN);
    const expected = [
      [500, 50],
      [0, 100],
      [0, 200],
    ];
    expect(taken({ ...three, discounts: [order, named] })).toEqual(expected);
    expect(taken({ ...three, discounts: [named, order] })).toEqual(expected);
  });

  it('never exceeds the remaining amount', () => {
    const discounts = [discount('A', fixed(3500)), discount('B', fixed(3500)), discount('C', TEN)];
    const pricing = price(cart({ ...three, discounts }));
    expect(pricing.discount).toBe(4000);
    expect(pricing.total).toBe(0);
  });

  it('shows the shipping price and its deduction for a free-shipping discount', () => {
    const checkout = { destination: { address_country: 'US' }, selected_option_id: 'post' };
    const settings = { shipping: [rate('post')] };
    const discounts = [discount('SHIP', { kind: 'free_shipping' }), discount('TEN', TEN)];
    const codes = { discount_codes: ['SHIP', 'TEN'] };
    const pricing = price(cart({ ...three, settings, discounts, checkout: { ...checkout, ...codes } }));
    expect(pricing).toMatchObject({ fulfillment: 500, shipping_discount: 500, discount: 900, total: 3600 });
  });
});

describe('discounts that exclude each other', () => {
  const off = (code: string, amount: number, more: Partial<Discount> = {}) =>
    discount(code, { ...fixed(amount), ...more });
  const alone = { combinable: false };
  const automatic = { automatic: true };

  it.each<[string, readonly Discount[], string[]]>([
    ['the greater one', [off('A', 100), off('B', 200, { ...alone, ...automatic })], ['B']],
    ['the code, if both take off the same', [off('Z', 100), off('A', 100, { ...alone, ...automatic })], ['Z']],
    ['the exclusive code, if both take off the same', [off('Z', 100, alone), off('A', 100, automatic)], ['Z']],
    ['the alphabetically first code, if both take off the same', [off('B', 100), off('A', 100, alone)], ['A']],
    ['combinable ones, if more together', [off('A', 60), off('B', 60, automatic), off('C', 100, alone)], ['A', 'B']],
    [
      'a code, instead of an automatic one that takes off nothing',
      [off('Z', 100, alone), { ...off('A', 1), ...automatic, kind: 'free_shipping' }],
      ['Z'],
    ],
  ])('take effect if best for the buyer: %s', (_name, discounts, effective) => {
    const { applied, discountStatuses } = price(cart({ lines: [line('mug')], discounts }));
    expect(applied.map((one) => one.discount.code)).toEqual(effective);
    const aside = discountStatuses.filter(({ status }) => status === 'superseded').map((one) => one.discount.code);
    expect(aside.sort()).toEqual(
      discounts
        .map(({ code }) => code)
        .filter((code) => !effective.includes(code))
        .sort(),
    );
  });

  it('are compared as one combination per exclusive discount, and one of all combinable discounts', () => {
    const many = Array.from({ length: 60 }, (_, index) => off(`C${index}`, index + 1, index % 2 === 0 ? alone : {}));
    expect(listCombinations(many)).toHaveLength(31);
    expect(listCombinations([])).toEqual([[]]);
  });
});
