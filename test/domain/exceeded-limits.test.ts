import { describe, expect, test } from 'vitest';
import { findExceeded } from '../../src/domain/checkout/exceeded-limits.js';
import { changeLimits, isInCategories, type SpendingLimits, spentAt } from '../../src/domain/tenant/limits.js';
import { formatInEnglish } from '../../src/domain/values/format-text.js';

const spending = (limits: Partial<SpendingLimits>, spent = 0) => ({
  key_id: 'key',
  limits: { currency: 'USD', ...limits },
  spent,
});
const texts = (...args: Parameters<typeof findExceeded>) => findExceeded(...args).map(formatInEnglish);

describe('findExceeded', () => {
  test.each<[string, Parameters<typeof findExceeded>[0], number]>([
    ['a total at the limit per order', spending({ per_order: 500 }), 500],
    ['a total that uses up the limit in 30 days', spending({ per_30_days: 500 }, 200), 300],
    ['a total at which nobody is asked yet', spending({ ask_above: 500 }), 500],
    ['a free order of a key that may spend nothing', spending({ per_order: 0, per_30_days: 0, ask_above: 0 }), 0],
    ['a free order of a key that spent more than its limit', spending({ per_30_days: 100 }, 300), 0],
    ['a free order in another currency', spending({ per_order: 0, currency: 'EUR' }), 0],
  ])('allows %s', (_name, given, total) => {
    expect(texts(given, total, 'USD')).toEqual([]);
  });

  test.each<[string, Parameters<typeof findExceeded>[0], RegExp]>([
    ['the limit per order', spending({ per_order: 1_250 }), /above \$12\.50, the limit per order/],
    ['what is left in 30 days', spending({ per_30_days: 5_000 }, 4_000), /Only \$10\.00 is left of \$50\.00/],
    ['that nothing is left', spending({ per_30_days: 5_000 }, 6_000), /Only \$0\.00 is left of \$50\.00/],
    ['the total above which the buyer is asked', spending({ ask_above: 100 }), /asked about totals above \$1\.00/],
    ['limits in another currency', spending({ per_order: 9_999, currency: 'EUR' }), /are in EUR/],
  ])('names %s', (_name, given, text) => {
    expect(texts(given, 1_251, 'USD')).toEqual([expect.stringMatching(text)]);
  });

  test('names every exceeded limit', () => {
    expect(texts(spending({ per_order: 1, per_30_days: 2, ask_above: 3 }), 4, 'USD')).toHaveLength(3);
  });
});

describe('changeLimits', () => {
  const before = { per_order: 1, ask_above: 2, currency: 'EUR' };

  test('changes the named limits, removes those set to null, and takes the currency of the shop', () => {
    const changed = changeLimits(before, { per_30_days: 3, ask_above: null }, 'USD');
    expect(changed).toEqual({ per_order: 1, per_30_days: 3, currency: 'USD' });
  });

  test('keeps categories until they are changed, and removes them with null or none', () => {
    const limited = { per_order: 1, categories: ['Books'], currency: 'EUR' };
    expect(changeLimits(limited, { per_order: 2 }, 'EUR')).toEqual({ ...limited, per_order: 2 });
    expect(changeLimits(limited, { categories: ['Tea'] }, 'EUR')).toEqual({ ...limited, categories: ['Tea'] });
    expect(changeLimits(limited, { categories: [] }, 'EUR')).toEqual({ per_order: 1, currency: 'EUR' });
    expect(changeLimits(limited, { per_order: null, categories: null }, 'EUR')).toBeUndefined();
    expect(changeLimits(limited, { per_order: null }, 'EUR')).toEqual({ categories: ['Books'], currency: 'EUR' });
  });

  test('leaves nothing once the last limit is removed', () => {
    expect(changeLimits(before, { per_order: null, ask_above: null }, 'EUR')).toBeUndefined();
  });
});

test.each([
  ['any item without categories in the limits', {}, [], true],
  ['an item of an allowed category among others', { categories: ['Tea', 'Books'] }, ['Outdoors', 'Books'], true],
  ['a category in another case and form', { categories: ['cafe\u0301'] }, ['CAF\u00c9'], true],
  ['no category that differs in punctuation', { categories: ['C++'] }, ['C#'], false],
  ['no category that differs in its symbol', { categories: ['🧸'] }, ['🍷'], false],
  ['no item of other categories', { categories: ['Book'] }, ['Books'], false],
  ['no item without a category', { categories: ['Books'] }, [], false],
] as const)('allows %s', (_name, limits, ofItem, expected) => {
  expect(isInCategories(limits, ofItem)).toBe(expected);
});

test('lets a payment count from the time of the last one, if the clock was set back', () => {
  expect(spentAt(spending({}), 5)).toBe(5);
  expect(spentAt({ ...spending({}), newest: 4 }, 5)).toBe(5);
  expect(spentAt({ ...spending({}), newest: 7 }, 5)).toBe(7);
});
