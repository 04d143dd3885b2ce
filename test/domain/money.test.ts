import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allocate, includedShare, mulDiv, share, sum } from '../../src/domain/values/money.js';

/** Rounds half away from zero by quotient and remainder, a method that the program does not use. */
function reference(amount: bigint, numerator: bigint, denominator: bigint): bigint {
  const product = amount * numerator;
  const quotient = product / denominator;
  const rest = product % denominator;
  const away = 2n * (rest < 0n ? -rest : rest) >= denominator;
  return away ? quotient + (product < 0n ? -1n : 1n) : quotient;
}

describe('mulDiv', () => {
  it.each([
    [1, 1, 2, 1],
    [-1, 1, 2, -1],
    [3, 1, 2, 2],
    [-3, 1, 2, -2],
    [1, 1, 3, 0],
    [2, 1, 3, 1],
    [-2, 1, 3, -1],
    [0, 7, 9, 0],
    [Number.MAX_SAFE_INTEGER, 1_000_000, 1_000_000, Number.MAX_SAFE_INTEGER],
  ])('%i * %i / %i = %i', (amount, numerator, denominator, expected) => {
    expect(mulDiv(amount, numerator, denominator)).toBe(expected);
  });

  it('rounds half away from zero for every amount', () => {
    const amounts = fc.integer({ min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER });
    const parts = fc.integer({ min: 1, max: 2_000_000 });
    fc.assert(
      fc.property(amounts, parts, parts, (amount, numerator, more) => {
        const denominator = numerator + more;
        const expected = Number(reference(BigInt(amount), BigInt(numerator), BigInt(denominator)));
        expect(mulDiv(amount, numerator, denominator)).toBe(expected === 0 ? 0 : expected);
      }),
    );
  });

  it('rounds negative amounts like positive ones', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(1_000_000), (amount, ppm) => {
        expect(share(-amount, ppm) + share(amount, ppm)).toBe(0);
      }),
    );
  });
});

describe('shares', () => {
  it.each([
    [1000, 72_500, 73],
    [200, 72_500, 15],
    [100, 72_500, 7],
    [999, 100_000, 100],
    [994, 100_000, 99],
    [995, 100_000, 100],
    [1, 1_000_000, 1],
    [1, 499_999, 0],
    [1, 500_000, 1],
  ])('%i at %i ppm is %i', (amount, ppm, expected) => {
    expect(share(amount, ppm)).toBe(expected);
  });

  it.each([
    [1190, 190_000, 190],
    [1000, 190_000, 160],
    [107, 70_000, 7],
    [100, 0, 0],
    [3, 1_000_000, 2],
  ])('%i gross at %i ppm includes %i', (gross, ppm, expected) => {
    expect(includedShare(gross, ppm)).toBe(expected);
  });

  it('computes included tax that differs by at most one unit from the tax on the net amount', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000_000), fc.nat(1_000_000), (gross, ppm) => {
        const tax = includedShare(gross, ppm);
        expect(Math.abs(share(gross - tax, ppm) - tax)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

const weights = fc.array(fc.nat(1_000_000_000), { minLength: 1, maxLength: 100 });

describe('spread', () => {
  it.each<[number, number[], number[]]>([
    [100, [1, 1, 1], [34, 33, 33]],
    [101, [1, 1, 1], [34, 34, 33]],
    [5, [3, 1, 1], [3, 1, 1]],
    [1, [1, 2], [0, 1]],
    [1, [1, 1], [1, 0]],
    [10, [0, 1], [0, 10]],
    [0, [1, 2], [0, 0]],
    [0, [0, 0], [0, 0]],
    [0, [], []],
    [7, [5], [7]],
  ])('%i by %j is %j', (amount, by, expected) => {
    expect(allocate(amount, by)).toEqual(expected);
  });

  it('gives each share its floor or one more, adding up exactly', () => {
    fc.assert(
      fc.property(weights, fc.nat(Number.MAX_SAFE_INTEGER), (by, amount) => {
        fc.pre(sum(by) > 0);
        const shares = allocate(amount, by);
        expect(shares.reduce((total, one) => total + BigInt(one), 0n)).toBe(BigInt(amount));
        shares.forEach((one, index) => {
          const floor = (BigInt(amount) * BigInt(by[index] ?? 0)) / BigInt(sum(by));
          expect([floor, floor + 1n]).toContain(BigInt(one));
        });
      }),
    );
  });

  it('makes no share larger than its weight if the amount is at most the sum of the weights', () => {
    fc.assert(
      fc.property(weights, fc.double({ min: 0, max: 1, noNaN: true }), (by, part) => {
        const shares = allocate(Math.floor(sum(by) * part), by);
        expect(shares.every((one, index) => one >= 0 && one <= (by[index] ?? 0))).toBe(true);
      }),
    );
  });

  it('does not modify the weights passed in', () => {
    const by = Object.freeze([3, 1, 2]);
    expect(allocate(7, by)).toEqual([4, 1, 2]);
  });
});
