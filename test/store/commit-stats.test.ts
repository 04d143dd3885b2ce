import { expect, it } from 'vitest';
import { CommitStats } from '../../src/store/commit-stats.js';

const MOST = 10;

function statsOf(jobs: number, oldest = 0, flushes: readonly number[] = []): CommitStats {
  const stats = new CommitStats(MOST, () => ({ jobs, oldest }));
  for (const milliseconds of flushes) stats.record(1, milliseconds);
  return stats;
}

const SLOW = Array.from({ length: 50 }, () => 100);

it('estimates the wait from the transactions that the queue needs and their recent duration', () => {
  expect(statsOf(1, 0, SLOW).queue.wait).toBeCloseTo(100, 0);
  expect(statsOf(10, 0, SLOW).queue.wait).toBeCloseTo(100, 0);
  expect(statsOf(31, 0, SLOW).queue.wait).toBeCloseTo(400, 0);
});

it('expects more transactions for writes that are too slow to share one', () => {
  const stats = statsOf(8);
  for (let n = 0; n < 30; n += 1) stats.record(2, 100, true);
  expect(stats.queue.wait).toBeCloseTo(400, -1);
});

it('expects at least the time that the oldest write has waited, such as for a lock', () => {
  expect(statsOf(1, 3_000).queue.wait).toBe(3_000);
});

it('expects no wait while no write is queued, regardless of the last disk time', () => {
  expect(statsOf(0, 0, SLOW).queue).toEqual({ jobs: 0, wait: 0 });
});

it('adapts when the disk is no longer slow', () => {
  const stats = statsOf(1, 0, SLOW);
  for (let n = 0; n < 30; n += 1) stats.record(1, 1);
  expect(stats.queue.wait).toBeLessThan(2);
});
