import { expect, test } from 'vitest';
import { isKept } from '../../src/json/number-text.js';
import { parseStrictJson } from '../../src/json/strict-json.js';

test.each([
  '0',
  '-0',
  '0.0',
  '0e5',
  '2.0',
  '2.000000000000000000000',
  '0.1',
  '1e21',
  '1E+2',
  '120000000000000000000000',
  '9007199254740991',
  '-1.7976931348623157e308',
  '5e-324',
  '33.33333333333333',
])('reports that a double keeps the value %s', (token) => {
  expect(isKept(token)).toBe(true);
});

test.each([
  '2.0000000000000000001',
  '1.9999999999999999999',
  '9007199254740993',
  '0.10000000000000000001',
  '1e400',
  '-1e400',
  '1e-400',
  '1e-99999999999999999999',
  `1${'0'.repeat(100_000)}1`,
  `0.${'0'.repeat(100_000)}1`,
])('reports that a double changes the value %.30s', (token) => {
  expect(isKept(token)).toBe(false);
});

test.each([
  ['{"a":[1,{"b":2.0000000000000000001}]}', 'a[1].b: must be a number that a double can hold'],
  ['[9007199254740993 ]', '[0]: must be a number that a double can hold'],
  ['1e999', 'The body: must be a number that a double can hold'],
])('rejects %s, and names the position', (text, detail) => {
  expect(() => parseStrictJson(Buffer.from(text))).toThrow(`invalid_request: ${detail}`);
});

test('does not read digits in a string as a number', () => {
  const text = '{"a":"2.0000000000000000001","b\\"1e999":[-1.5e3,0]}';
  expect(parseStrictJson(Buffer.from(text))).toEqual(JSON.parse(text));
});
