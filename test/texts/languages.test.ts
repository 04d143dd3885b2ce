import { describe, expect, test } from 'vitest';
import { en } from '../../src/texts/en.js';
import { findLocale, LANGUAGES } from '../../src/texts/locale.js';

/** Returns each text with its path. Functions are called with counts, and with texts that show their own positions. */
function textsOf(texts: object, path = ''): [string, string][] {
  return Object.entries(texts).flatMap(([name, value]): [string, string][] => {
    const at = `${path}${path === '' ? '' : '.'}${name}`;
    if (typeof value === 'object' && value !== null) return textsOf(value, at);
    if (typeof value !== 'function') return [[at, String(value)]];
    return [1, 2].map((count): [string, string] => {
      const args = Array.from({ length: value.length }, (_, index) => (index === 0 ? count : `«${index}»`));
      return [`${at}(${count})`, value(...args)];
    });
  });
}

const ENGLISH = textsOf(en);
const count = Object.keys(LANGUAGES).length;

describe.each(Object.entries(LANGUAGES))('%s', (language, texts) => {
  const own = new Map(textsOf(texts));

  test('translates every text with its placeholders', () => {
    expect([...own.keys()]).toEqual(ENGLISH.map(([path]) => path));
    for (const [path, text] of own) {
      expect([path, text.trim()]).toEqual([path, text]);
      expect(text, path).not.toMatch(/undefined|\[object|^$/);
    }
    for (const [path, text] of ENGLISH)
      for (const [put] of text.matchAll(/«\d»/g)) expect(own.get(path), path).toContain(put);
    const partsOf = (text = '') => new Set([...text.matchAll(/\{\w+\}/g)].map(([part]) => part));
    for (const [path, text] of ENGLISH) expect(partsOf(own.get(path)), path).toEqual(partsOf(text));
  });

  test('differs from English in almost every text', () => {
    const same = ENGLISH.filter(([path, text]) => language !== 'en' && own.get(path) === text);
    expect(same.length, same.join('\n')).toBeLessThan(ENGLISH.length / 20);
  });
});

test('offers five languages', () => {
  expect(count).toBe(5);
});

test.each([
  [undefined, 'de', 'de'],
  ['', 'fr-CH', 'fr-CH'],
  ['*', 'nl', 'en'],
  ['it-IT,it;q=0.9,en;q=0.8', 'en', 'it-IT'],
  ['nl, es-MX;q=0.4, de;q=0.3', 'en', 'es-MX'],
  ['de;q=0', 'en', 'en'],
  ['de;q=x, <script>', 'es', 'es'],
  [`${'x'.repeat(40)}, ${'de,'.repeat(500)}`, 'en', 'de'],
])('selects, for %j in a shop in %s, the language %s', (wanted, shop, tag) => {
  expect(findLocale(wanted, shop).tag).toBe(tag);
});
