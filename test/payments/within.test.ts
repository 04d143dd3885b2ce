import { expect, test } from 'vitest';
import { within } from '../../src/payments/within.js';
import { systemClock } from '../../src/system.js';

/** Longer than any test. */
const LONG_MS = 10 * 60 * 1000;

/** The clock of the system, and the number of its timers that have not ended. */
function watchedClock() {
  return {
    timers: 0,
    async sleep(milliseconds: number, signal?: AbortSignal) {
      this.timers += 1;
      await systemClock.sleep(milliseconds, signal).finally(() => {
        this.timers -= 1;
      });
    },
  };
}

const late = () => 'late';

test('leaves no timer behind after an answer in time', async () => {
  const clock = watchedClock();
  expect(await within(clock, LONG_MS, Promise.resolve('paid'), late)).toBe('paid');
  await expect.poll(() => clock.timers).toBe(0);
});

test('leaves no timer behind after a fault in time', async () => {
  const clock = watchedClock();
  await expect(within(clock, LONG_MS, Promise.reject(new Error('down')), late)).rejects.toThrow('down');
  await expect.poll(() => clock.timers).toBe(0);
});

test('does not wait longer than it may', async () => {
  expect(await within(watchedClock(), 1, new Promise(() => undefined), late)).toBe('late');
});
