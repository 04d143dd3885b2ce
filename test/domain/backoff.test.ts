import { expect, test } from 'vitest';
import { Backoff } from '../../src/maintenance/backoff.js';

const WAITS = { first: 5, most: 20, late: 60, most_late: 100 };

/** Tries a name each time that it is due, checks the waits, and returns when it is due again. */
function tryOften(backoff: Backoff, waits: readonly number[]): number {
  let now = 0;
  for (const wait of waits) {
    backoff.tried('a', now);
    expect([wait, backoff.due('a', now + wait - 1), backoff.due('a', now + wait)]).toEqual([wait, false, true]);
    now += wait;
  }
  return now;
}

test('doubles the wait from the minimum to the maximum, for each key on its own', () => {
  const backoff = new Backoff(WAITS);
  expect(backoff.due('a', 0)).toBe(true);
  tryOften(backoff, [5, 10, 20, 20]);
  expect(backoff.due('b', 0)).toBe(true);
});

test('doubles the wait further for a key that is tried for long, up to another maximum', () => {
  tryOften(new Backoff(WAITS), [5, 10, 20, 20, 20, 40, 80, 100, 100]);
});

test('begins again with a key that was not tried for long', () => {
  const backoff = new Backoff(WAITS);
  const now = tryOften(backoff, [5, 10, 20, 20, 20, 40]) + WAITS.late;
  backoff.tried('a', now);
  expect([now + WAITS.first - 1, now + WAITS.first].map((at) => backoff.due('a', at))).toEqual([false, true]);
});

test('forgets only the least recently tried key when there are too many', () => {
  const backoff = new Backoff(WAITS);
  for (let index = 0; index <= 10_000; index += 1) backoff.tried(`thing ${index}`, 0);
  expect(['thing 0', 'thing 1', 'thing 10000'].map((name) => backoff.due(name, 1))).toEqual([true, false, false]);
});
