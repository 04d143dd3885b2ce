import fc from 'fast-check';
import { type Item, type LineProperty, MAX_PRICE, type PropertySpec } from '../../../src/domain/shop/item.js';
import { item, spec } from '../../domain/fixtures.js';
import { money, picked } from './amounts.js';
import { CATEGORIES } from './shops.js';

const types = fc.constantFrom<Item['fulfillment_types']>(['shipping', 'pickup'], ['shipping'], ['pickup'], ['digital']);

const weight = fc.oneof(
  { withCrossShrink: true },
  { weight: 8, arbitrary: fc.nat(2_000) },
  { weight: 1, arbitrary: fc.nat(10_000_000) },
);

/** Surcharges of the values of each property; a property without values accepts free text. */
const deltas = fc.array(
  fc.array(fc.oneof(fc.integer({ min: -5_000, max: 5_000 }), fc.integer({ min: -MAX_PRICE, max: MAX_PRICE })), {
    maxLength: 3,
  }),
  { maxLength: 2 },
);

/** Clamps the surcharges as an import requires: no choices may lead to a negative price or one above the maximum. */
function specsOf(price: number, drawn: readonly (readonly number[])[]): PropertySpec[] {
  const down = Math.floor(price / Math.max(1, drawn.length));
  const up = Math.floor((MAX_PRICE - price) / Math.max(1, drawn.length));
  return drawn.map((values, at) =>
    spec(
      `p${at}`,
      values.map((delta, nth) => [`v${nth}`, Math.min(up, Math.max(-down, delta))]),
    ),
  );
}

const oneItem = fc.record({
  price: money,
  fulfillment_types: types,
  weight_grams: weight,
  tax_category: fc.constantFrom(...CATEGORIES),
  deltas,
});

/** One to six items with the ids `i0`, `i1`, … */
export const items: fc.Arbitrary<readonly Item[]> = fc
  .array(oneItem, { minLength: 1, maxLength: 6 })
  .map((drawn) =>
    drawn.map(({ deltas: given, ...one }, at) => item(`i${at}`, { ...one, property_specs: specsOf(one.price, given) })),
  );

/** Index of the chosen value of each property, starting at 1; 0 leaves the property unset. */
export const choices = fc.array(fc.nat(3), { maxLength: 2 });

export function propertiesOf({ property_specs }: Item, chosen: readonly number[]): LineProperty[] {
  return property_specs.flatMap(({ name, values }, at) => {
    const choice = chosen[at] ?? 0;
    if (choice === 0) return [];
    return [{ name, value: picked(values, choice - 1)?.value ?? 'free text' }];
  });
}
