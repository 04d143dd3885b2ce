import { describe, expect, it } from 'vitest';
import {
  checkProperties,
  goneProperties,
  missingProperties,
  sameProperties,
  unitPrice,
} from '../../src/domain/checkout/properties.js';
import type { ErrorCode } from '../../src/domain/errors/portal-error.js';
import type { LineProperty } from '../../src/domain/shop/item.js';
import { item, refusal, spec } from './fixtures.js';

const size = spec(
  'Size',
  [
    ['S', 0],
    ['L', 250],
    ['Kids', -300],
  ],
  true,
);
const color = spec('Color', [
  ['Red', 0],
  ['Blue', 75],
]);
const text = spec('Engraving', []);
const shirt = item('shirt', { property_specs: [size, color, text] });
const set = (name: string, value: string): LineProperty => ({ name, value });

describe('checkProperties', () => {
  it.each<[string, LineProperty[]]>([
    ['none', []],
    ['a listed value', [set('Size', 'L')]],
    ['one character of free text', [set('Engraving', 'x')]],
    ['500 characters of free text', [set('Engraving', 'x'.repeat(500))]],
    ['free text with spaces around', [set('Engraving', ' x ')]],
    ['all of them', [set('Color', 'Blue'), set('Size', 'S'), set('Engraving', 'Ada')]],
  ])('accepts %s', (_name, properties) => {
    expect(() => checkProperties(shirt, properties, 'properties')).not.toThrow();
  });

  it.each<[string, LineProperty[], ErrorCode, RegExp]>([
    ['an unknown name', [set('Fit', 'S')], 'property_unknown', /^p\[0\]\.name: .*"Size", "Color", "Engraving"$/],
    ['a name in another case', [set('size', 'S')], 'property_unknown', /^p\[0\]\.name/],
    ['a value that is not listed', [set('Size', 'M')], 'property_value_invalid', /^p\[0\]\.value: .*"S", "L", "Kids"$/],
    ['a value in another case', [set('Size', 's')], 'property_value_invalid', /^p\[0\]\.value/],
    ['an empty text', [set('Engraving', '')], 'property_value_invalid', /^p\[0\]\.value: .*1 to 500/],
    ['only spaces', [set('Engraving', ' \t')], 'property_value_invalid', /^p\[0\]\.value/],
    ['only invisible characters', [set('Engraving', '\u200b')], 'property_value_invalid', /^p\[0\]\.value/],
    ['501 characters', [set('Engraving', 'x'.repeat(501))], 'property_value_invalid', /^p\[0\]\.value/],
    ['a name twice', [set('Size', 'S'), set('Size', 'S')], 'invalid_request', /^p\[1\]\.name: .*once/],
  ])('rejects %s', (_name, properties, code, detail) => {
    expect(refusal(code, () => checkProperties(shirt, properties, 'p'))).toMatch(detail);
  });

  it('explains that an item without properties accepts none', () => {
    const detail = refusal('property_unknown', () => checkProperties(item('mug'), [set('Size', 'S')], 'p'));
    expect(detail).toBe('p[0].name: item "mug" accepts no properties');
  });
});

describe('missingProperties', () => {
  it.each<[string, LineProperty[], string[]]>([
    ['nothing is set', [], ['Size']],
    ['only other properties are set', [set('Color', 'Red')], ['Size']],
    ['the required property is set', [set('Size', 'S')], []],
    ['the value of the required property is not listed any more', [set('Size', 'M')], []],
  ])('when %s', (_name, properties, names) => {
    expect(missingProperties(shirt, properties).map(({ name }) => name)).toEqual(names);
  });
});

describe('goneProperties', () => {
  it.each<[string, LineProperty[], string[]]>([
    ['nothing is set', [], []],
    ['all are still offered', [set('Size', 'S'), set('Engraving', 'Ada')], []],
    ['a value is not listed any more', [set('Size', 'M'), set('Engraving', 'Ada')], ['Size']],
    ['the item has no such property any more', [set('Wrap', 'gold')], ['Wrap']],
  ])('when %s', (_name, properties, names) => {
    expect(goneProperties(shirt, properties).map(({ name }) => name)).toEqual(names);
  });
});

describe('unitPrice', () => {
  it.each<[string, LineProperty[], number]>([
    ['no property', [], 1000],
    ['a surcharge', [set('Size', 'L')], 1250],
    ['a reduction', [set('Size', 'Kids')], 700],
    ['both', [set('Size', 'Kids'), set('Color', 'Blue')], 775],
    ['free text', [set('Engraving', 'Ada')], 1000],
    ['a value that is not listed any more', [set('Size', 'M')], 1000],
  ])('with %s', (_name, properties, price) => {
    expect(unitPrice(shirt, properties)).toBe(price);
  });

  it('keeps the unit price from falling below zero', () => {
    expect(unitPrice({ ...shirt, price: 200 }, [set('Size', 'Kids')])).toBe(0);
  });
});

describe('sameProperties', () => {
  const [a, b] = [set('Size', 'S'), set('Color', 'Red')];

  it.each<[LineProperty[], LineProperty[], boolean]>([
    [[], [], true],
    [[a, b], [b, a], true],
    [[a], [a, b], false],
    [[a, b], [a], false],
    [[a], [set('Size', 'L')], false],
    [[set('Size', 'Red')], [set('Color', 'Red')], false],
  ])('%j and %j: %s', (one, other, same) => {
    expect(sameProperties(one, other)).toBe(same);
    expect(sameProperties(other, one)).toBe(same);
  });
});
