import { afterEach, expect, it, vi } from 'vitest';
import { Pace } from '../../src/checkpoints/pace.js';

afterEach(() => {
  vi.restoreAllMocks();
});

it('limits calls per name and second, and delays the rest', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const sleep = async (milliseconds: number) => {
    now += milliseconds;
  };
  const pace = new Pace({ now: () => 0, sleep }, 5);
  const times: number[] = [];
  for (const wait of [0, 0, 300, 0, 0, 0, 0, 0, 0, 900, 0, 5_000, 0]) {
    now += wait;
    await pace.turn('log');
    times.push(now);
  }
  for (const [index, time] of times.entries()) {
    const inSecond = times.slice(0, index + 1).filter((other) => time - other < 1_000);
    expect(inSecond.length, `${times}`).toBeLessThanOrEqual(5);
  }
  expect(times.slice(0, 6)).toEqual([0, 0, 300, 300, 300, 1_000]);
  const before = now;
  await pace.turn('another log');
  expect(now).toBe(before);
});
