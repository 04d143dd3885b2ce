import { expect, it } from 'vitest';
import { LastPer } from '../../src/domain/values/last-per.js';

/** A cache, and a function that reads it and counts what is made. */
function counting() {
  const cache = new LastPer<object, string>();
  let made = 0;
  const get = (key: object, ...parts: unknown[]) =>
    cache.get(key, parts, () => {
      made += 1;
      return `${parts.join()} ${made}`;
    });
  return { cache, get };
}

it('makes one result per object while its parts are the same', () => {
  const { get } = counting();
  const [one, other] = [{}, {}];
  expect([get(one, 'a', 1), get(one, 'a', 1), get(other, 'a', 1), get(one, 'a', 1)]).toEqual([
    'a,1 1',
    'a,1 1',
    'a,1 2',
    'a,1 1',
  ]);
});

it('makes another result for each other part, order and number of parts', () => {
  const { get } = counting();
  const key = {};
  const shop = { id: 'shop' };
  const inputs = [['a', 1], [1, 'a'], [1, 'b'], ['a'], ['a', undefined], [shop], [{ ...shop }]];
  const results = inputs.map((parts) => get(key, ...parts));
  expect(new Set(results).size).toBe(inputs.length);
});

it('keeps only the result for the last parts', () => {
  const { get } = counting();
  const key = {};
  expect([get(key, 'a'), get(key, 'b'), get(key, 'b'), get(key, 'a')]).toEqual(['a 1', 'b 2', 'b 2', 'a 3']);
});

it('finds what was kept without making it', () => {
  const { cache } = counting();
  const key = {};
  expect(cache.find(key, ['a'])).toBeUndefined();
  cache.keep(key, ['a'], 'kept');
  expect(cache.find(key, ['a'])?.made).toBe('kept');
  expect(cache.find(key, ['b'])).toBeUndefined();
});

it('drops the oldest counted results above 8 MiB, and keeps none that is larger by itself', () => {
  const cache = new LastPer<object, string>((text) => text.length);
  const keys = Array.from({ length: 10 }, (_, n) => ({ n }));
  for (const key of keys) cache.keep(key, [], 'x'.repeat(2 ** 20));
  expect(keys.filter((key) => cache.find(key, [])).map(({ n }) => n)).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
  const [last = {}] = keys.slice(-1);
  for (let times = 0; times < 20; times += 1) cache.keep(last, [], 'z'.repeat(2 ** 20));
  expect(keys.filter((key) => cache.find(key, []))).toHaveLength(8);
  cache.keep(last, [], 'z'.repeat(2 ** 23 + 1));
  expect(cache.find(last, [])).toBeUndefined();
});
