import { describe, expect, it } from 'vitest';
import { applyCode, removeCode } from '../../src/domain/checkout/discounts.js';
import { price } from '../../src/domain/checkout/pricing.js';
import type { ErrorCode } from '../../src/domain/errors/portal-error.js';
import type { Discount } from '../../src/domain/shop/discount.js';
import { type CartParts, cart, discount, line, NOW, refusal } from './fixtures.js';

const TEN = { kind: 'percent', value_ppm: 100_000 } as const;
const three = { lines: [line('a'), line('b'), line('c', { quantity: 2 })] };

const LIMITS: readonly (readonly [string, Partial<Discount>, CartParts, 'applies' | ErrorCode])[] = [
  ['at its minimum', { minimum_subtotal: 4000 }, three, 'applies'],
  ['below its minimum', { minimum_subtotal: 4001 }, three, 'discount_code_ineligible'],
  ['at its start', { starts_at: NOW }, three, 'applies'],
  ['before its start', { starts_at: NOW + 1 }, three, 'discount_code_expired'],
  ['before its end', { ends_at: NOW + 1 }, three, 'applies'],
  ['at its end', { ends_at: NOW }, three, 'discount_code_expired'],
  ['with a use left', { max_uses: 5 }, { ...three, uses: { CODE: 1 } }, 'applies'],
  ['used up', { max_uses: 5 }, { ...three, uses: { CODE: 0 } }, 'discount_code_expired'],
  ['with one of its items', { item_ids: ['x', 'b'] }, three, 'applies'],
  ['without its items', { item_ids: ['x'] }, three, 'discount_code_ineligible'],
];

const lines = three.lines.map(({ item_id, quantity }) => ({ item_id, subtotal: 1000 * quantity }));

describe('a code', () => {
  it.each(LIMITS)('applies only within its limits: %s', (_name, change, parts, outcome) => {
    const discounts = [discount('CODE', { ...TEN, ...change })];
    const fresh = cart({ ...parts, discounts, checkout: { discount_codes: [] } });
    if (outcome === 'applies') expect(applyCode(fresh, 'CODE', lines).discount_codes).toEqual(['CODE']);
    else expect(refusal(outcome, () => applyCode(fresh, 'CODE', lines))).toMatch(/^code: /);
    const before = price(cart({ ...parts, discounts }));
    expect(before.discounts.map(({ code }) => code)).toEqual(outcome === 'applies' ? ['CODE'] : []);
    expect(before.total).toBe(outcome !== 'applies' ? 4000 : change.item_ids ? 3900 : 3600);
  });

  it.each(['summer24', 'SUMMER24', ' Summer24 '])('matches a code in any case: %j', (given) => {
    const discounts = [discount('Summer24', TEN)];
    const fresh = cart({ ...three, discounts, checkout: { discount_codes: [] } });
    expect(applyCode(fresh, given, lines).discount_codes).toEqual(['SUMMER24']);
    const applied = cart({ ...three, discounts });
    expect(removeCode(applied.checkout, given).discount_codes).toEqual([]);
  });

  const shop = [discount('A', TEN), discount('B', TEN), discount('ALONE', { ...TEN, combinable: false })];
  it.each<[string, readonly string[], string, ErrorCode]>([
    ['unknown', [], 'X', 'discount_code_invalid'],
    ['applied already', ['A'], 'a', 'discount_code_already_applied'],
  ])('rejects a code: %s', (_name, discount_codes, code, expected) => {
    const before = cart({ ...three, discounts: shop, checkout: { discount_codes } });
    expect(refusal(expected, () => applyCode(before, code, lines))).toMatch(/^code: /);
  });

  it.each([
    ['A', 'ALONE'],
    ['ALONE', 'A'],
  ])('accepts a code that cannot combine with an earlier one: %s, then %s', (first, second) => {
    const discounts = [discount('A', TEN), discount('ALONE', { ...TEN, value_ppm: 200_000, combinable: false })];
    const before = cart({ ...three, discounts, checkout: { discount_codes: [first] } });
    const checkout = applyCode(before, second, lines);
    expect(checkout.discount_codes).toEqual([first, second]);
    expect(price({ ...before, checkout })).toMatchObject({ discounts: [{ code: 'ALONE' }], total: 3200 });
  });

  it('applies a code only while it is the best one for the buyer', () => {
    const discounts = [discount('TENTH', TEN), discount('FIVE', { kind: 'fixed', amount: 500, combinable: false })];
    const taken = (quantity: number) => price(cart({ lines: [line('a', { quantity })], discounts })).discounts;
    expect([4, 6, 4].map((quantity) => taken(quantity).map(({ code }) => code))).toEqual([
      ['FIVE'],
      ['TENTH'],
      ['FIVE'],
    ]);
  });

  it.each([true, false])('accepts ten codes at most, combinable: %j', (combinable) => {
    const discounts = Array.from({ length: 11 }, (_, index) => discount(`C${index}`, { ...TEN, combinable }));
    const discount_codes = discounts.slice(0, 9).map(({ code }) => code);
    const nine = cart({ ...three, discounts, checkout: { discount_codes } });
    const ten = applyCode(nine, 'C9', lines);
    expect(ten.discount_codes).toHaveLength(10);
    refusal('limit_exceeded', () => applyCode({ ...nine, checkout: ten }, 'C10', lines));
  });

  it('rejects the removal of a code that is not on the checkout', () => {
    const before = cart({ ...three, discounts: shop, checkout: { discount_codes: ['A'] } });
    refusal('discount_code_invalid', () => removeCode(before.checkout, 'B'));
  });

  it('ignores a code that the shop deleted', () => {
    const pricing = price(cart({ ...three, checkout: { discount_codes: ['GONE'] } }));
    expect(pricing).toMatchObject({ discounts: [], total: 4000 });
  });
});
