import { expect, test } from 'vitest';
import { Backoff } from '../../src/maintenance/backoff.js';

test('doubles the wait from the minimum to the maximum, for each key on its own', () => {
  const backoff = new Backoff(5, 20);
  expect(backoff.due('a', 0)).toBe(true);
  let now = 0;
  for (const wait of [5, 10, 20, 20]) {
    backoff.tried('a', now);
    expect([wait, backoff.due('a', now + wait - 1), backoff.due('a', now + wait)]).toEqual([wait, false, true]);
    now += wait;
  }
  expect(backoff.due('b', 0)).toBe(true);
});

test('forgets only the least recently tried key when there are too many', () => {
  const backoff = new Backoff(5, 20);
  for (let index = 0; index <= 10_000; index += 1) backoff.tried(`thing ${index}`, 0);
  expect(['thing 0', 'thing 1', 'thing 10000'].map((name) => backoff.due(name, 1))).toEqual([true, false, false]);
});
