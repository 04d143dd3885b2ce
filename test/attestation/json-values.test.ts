import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/attestation/canonical-json.js';
import { readReceipt } from '../../src/attestation/receipt.js';
import { refusal } from './judge.js';
import { RECEIPT } from './sample.js';

class Point {
  x = 1;
}

/** JavaScript values outside JSON. */
const NOT_JSON: readonly [string, unknown][] = [
  ['undefined', undefined],
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
  ['1e400, which is Infinity', JSON.parse('1e400')],
  ['a bigint', 1n],
  ['a symbol', Symbol('s')],
  ['a function', () => 1],
  ['a Date', new Date(0)],
  ['an object of a class', new Point()],
  ['a Map', new Map([['a', 1]])],
  ['a Set', new Set([1])],
  ['bytes', new Uint8Array(1)],
  ['a boxed text', Object('text')],
  ['an object with an inherited member', Object.create({ a: 1 })],
  ['an object whose toJSON is a function', { toJSON: () => 'other' }],
  ['an array with a hole', Array(1)],
  ['an error', new Error('no')],
  ['a text with half a surrogate pair', '\ud800'],
  ['a reversed surrogate pair', '\ude00\ud83d'],
  ['a name with half a surrogate pair', { '\udfff': 1 }],
];

describe('rejects values outside JSON in canonical text and in receipts', () => {
  it.each(NOT_JSON)('%s', (_, value) => {
    for (const holder of [value, [value], { a: value }, { a: [{ b: value }] }]) {
      expect(refusal(() => canonicalJson(holder)).code).toBe('invalid_receipt');
    }
    const error = refusal(() => readReceipt({ ...RECEIPT, metadata: { list: [0, value] } }));
    expect(error.code).toBe('invalid_receipt');
    expect(error.path.slice(0, 3)).toEqual(['metadata', 'list', 1]);
  });

  it('names the first of several invalid values', () => {
    const metadata = { a: 1, b: [0, { c: Number.NaN }, Number.NaN], d: undefined };
    expect(refusal(() => readReceipt({ ...RECEIPT, metadata })).path).toEqual(['metadata', 'b', 1, 'c']);
  });

  it('rejects a cycle and a depth that would exhaust the stack', () => {
    const circle: unknown[] = [];
    circle.push(circle);
    let deep: unknown = 1;
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    expect(refusal(() => canonicalJson(circle)).code).toBe('invalid_receipt');
    expect(refusal(() => canonicalJson(deep)).code).toBe('invalid_receipt');
  });
});

describe('the result of a hidden toJSON is never signed', () => {
  it('ignores the toJSON of an object', () => {
    const hidden = Object.defineProperty({ a: 1 }, 'toJSON', { value: () => ({ a: 2 }), enumerable: false });
    expect(textOrRefusal(hidden)).not.toBe('{"a":2}');
  });

  it('ignores the toJSON of an array', () => {
    const hidden = Object.assign([1], { toJSON: () => [2] });
    expect(textOrRefusal(hidden)).not.toBe('[2]');
  });
});

function textOrRefusal(value: unknown): string {
  try {
    return canonicalJson(value);
  } catch (error) {
    return String(error);
  }
}

describe('accepted numbers', () => {
  it.each([
    ['-0', '0'],
    ['1.0', '1'],
    ['1e21', '1e+21'],
    ['1e-7', '1e-7'],
    ['1E5', '100000'],
    ['9007199254740991', '9007199254740991'],
    ['0.1e1', '1'],
    ['5e-324', '5e-324'],
    ['1.7976931348623157e308', '1.7976931348623157e+308'],
  ])('signs %s as %s', (sent, signed) => {
    const receipt = readReceipt({ ...RECEIPT, metadata: JSON.parse(`{"n":${sent}}`) });
    expect(canonicalJson(receipt)).toContain(`"metadata":{"n":${signed}}`);
  });
});
