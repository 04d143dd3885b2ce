import fc from 'fast-check';
import { DEFAULT_MAX_QUANTITY } from '../../../src/domain/checkout/cart-limits.js';
import { MAX_PRICE } from '../../../src/domain/shop/item.js';

/** Every value can be drawn: nothing is filtered, so a counterexample shrinks as far as it goes. */

/** Minor units from nothing to the most that a price can be; small ones, whose rounding shows, are the most frequent. */
export const money = fc.oneof(
  { withCrossShrink: true },
  { weight: 4, arbitrary: fc.nat(20) },
  { weight: 8, arbitrary: fc.nat(10_000) },
  { weight: 2, arbitrary: fc.nat(MAX_PRICE) },
  { weight: 1, arbitrary: fc.constant(MAX_PRICE) },
);

export const quantity = fc.oneof(
  { withCrossShrink: true },
  { weight: 9, arbitrary: fc.integer({ min: 1, max: 5 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: DEFAULT_MAX_QUANTITY }) },
);

/** Parts per million, to the whole. */
export const ppm = fc.oneof(
  { withCrossShrink: true },
  { weight: 4, arbitrary: fc.nat(20).map((percent) => percent * 10_000) },
  { weight: 4, arbitrary: fc.nat(300_000) },
  { weight: 1, arbitrary: fc.nat(1_000_000) },
);

/** Absent as often as not. */
export const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });

/** One of a list that is drawn elsewhere: any number picks. */
export function picked<T>(list: readonly T[], at: number): T | undefined {
  return list[at % list.length];
}
