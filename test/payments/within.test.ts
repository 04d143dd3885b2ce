import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { within } from '../../src/payments/within.js';
import { systemClock } from '../../src/system.js';

/** Longer than any test. */
const LONG_MS = 10 * 60 * 1000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const late = () => 'late';

test('leaves no timer behind after an answer in time', async () => {
  expect(await within(systemClock, LONG_MS, Promise.resolve('paid'), late)).toBe('paid');
  expect(vi.getTimerCount()).toBe(0);
});

test('leaves no timer behind after a fault in time', async () => {
  await expect(within(systemClock, LONG_MS, Promise.reject(new Error('down')), late)).rejects.toThrow('down');
  expect(vi.getTimerCount()).toBe(0);
});

test('does not wait longer than it may', async () => {
  const answer = within(systemClock, LONG_MS, new Promise(() => undefined), late);
  await vi.advanceTimersByTimeAsync(LONG_MS);
  expect(await answer).toBe('late');
});
