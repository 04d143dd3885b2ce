import { describe, expect, it } from 'vitest';
import { CURRENCIES, decimalsOf } from '../../src/domain/values/currency.js';
import { displayAmount } from '../../src/domain/values/display.js';
import { settingsMembers } from '../../src/schema/shop.js';

describe('display of minor units with the decimals of ISO 4217', () => {
  it.each([
    ['USD', 1999, '$19.99'],
    ['JPY', 1999, '¥1,999'],
    ['KWD', 1999, 'KWD 1.999'],
    // Intl formats most of these without decimals, but payment providers use the decimals of ISO 4217.
    ['HUF', 199_000, 'HUF 1,990.00'],
    ['IQD', 199_000, 'IQD 199.000'],
    ['COP', 250, 'COP 2.50'],
    ['CLF', 12_345, 'CLF 1.2345'],
    ['UGX', 500, 'UGX 500'],
  ])('%s %i', (currency, amount, text) => {
    expect(displayAmount(amount, currency, 'en').replaceAll('\u00a0', ' ')).toBe(text);
  });

  it('gives every currency 0, 2, 3 or 4 decimals', () => {
    const digits = new Set([...CURRENCIES].map(decimalsOf));
    expect([0, 2, 3, 4]).toEqual(expect.arrayContaining([...digits]));
    expect(digits.size).toBeGreaterThan(2);
  });

  it('includes the funds codes of ISO 4217, table A.2', () => {
    for (const code of ['BOV', 'CHE', 'CHW', 'CLF', 'COU', 'MXV', 'USN', 'UYI', 'UYW'])
      expect(settingsMembers.currency.safeParse(code).success, code).toBe(true);
    expect(settingsMembers.currency.safeParse('XXX').success).toBe(false);
  });
});
