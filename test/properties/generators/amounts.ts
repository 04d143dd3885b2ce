import fc from 'fast-check';
import { DEFAULT_MAX_QUANTITY } from '../../../src/domain/checkout/cart-limits.js';
import { MAX_PRICE } from '../../../src/domain/shop/item.js';

/** Generators draw valid values directly and filter nothing, so that counterexamples shrink as far as possible. */

/** Minor units from 0 to the maximum price. Small amounts are the most frequent, since they make rounding visible. */
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

/** Parts per million, from 0 to 1,000,000. */
export const ppm = fc.oneof(
  { withCrossShrink: true },
  { weight: 4, arbitrary: fc.nat(20).map((percent) => percent * 10_000) },
  { weight: 4, arbitrary: fc.nat(300_000) },
  { weight: 1, arbitrary: fc.nat(1_000_000) },
);

/** Draws `undefined` in half of the cases. */
export const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });

/** Picks an entry of a list whose length was not known when the index was drawn: any index selects an entry. */
export function picked<T>(list: readonly T[], at: number): T | undefined {
  return list[at % list.length];
}
