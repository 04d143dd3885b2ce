import { expect, test } from 'vitest';
import { chooseFeatured, chooseVariants, valueSignals } from '../../src/domain/shop/choose-variant.js';

const variant = (color: string, size: string, available = true) => ({
  id: `${color}-${size}`,
  available,
  options: [
    { name: 'Color', value: color },
    { name: 'Size', value: size },
  ],
});
const ALL = [variant('Red', 'S', false), variant('Red', 'M'), variant('Blue', 'S')];
const wish = (color: string, size: string) => [
  { name: 'Size', value: size },
  { name: 'Color', value: color },
];
const values = (options: readonly { readonly value: string }[]) => options.map(({ value }) => value);
const ids = (all: readonly { readonly id: string }[]) => all.map(({ id }) => id);

test.each([
  ['both options match', ['Color', 'Size'], 'red', 'm', ['Red', 'M'], ['Red-M']],
  ['the last preference is dropped first', ['Color', 'Size'], 'Blue', 'M', ['Blue'], ['Blue-S']],
  ['the last preference is dropped first', ['Size', 'Color'], 'Blue', 'M', ['M'], ['Red-M']],
  ['options without a preference are dropped first', ['Color'], 'Blue', 'M', ['Blue'], ['Blue-S']],
  ['all options can be dropped', ['Color', 'Size'], 'Green', 'XL', [], ids(ALL)],
])('%s: %j %s %s', (_name, preferences, color, size, selected, found) => {
  const chosen = chooseVariants(ALL, wish(color, size), preferences);
  expect([values(chosen.selected), ids(chosen.variants)]).toEqual([selected, found]);
});

test('ignores an option that the product does not have', () => {
  const chosen = chooseVariants(ALL, [{ name: 'Length', value: 'long' }, ...wish('Blue', 'S')], ['Length']);
  expect(ids(chosen.variants)).toEqual(['Blue-S']);
});

test('reports for each value if a variant with it and the other selected values exists, and if it is available', () => {
  const [color, size] = valueSignals(ALL, [{ name: 'Color', value: 'Red' }]);
  expect(size?.values).toEqual([
    { value: 'S', exists: true, available: false },
    { value: 'M', exists: true, available: true },
  ]);
  expect(color?.values.every(({ exists, available }) => exists && available)).toBe(true);
  expect(valueSignals(ALL, wish('Blue', 'M'))[0]?.values).toContainEqual({
    value: 'Blue',
    exists: false,
    available: false,
  });
});

test('features the first available variant, or the first one if none is available', () => {
  expect(chooseFeatured(ALL)?.id).toBe('Red-M');
  expect(chooseFeatured(ALL.slice(0, 1))?.id).toBe('Red-S');
});
