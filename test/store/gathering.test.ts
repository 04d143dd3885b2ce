import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Gathering } from '../../src/store/postgres/writes/gathering.js';
import type { Job } from '../../src/store/postgres/writes/job.js';
import { JobQueue } from '../../src/store/postgres/writes/job-queue.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

function jobOf(scope: string, more: Partial<Job> = {}): Job {
  const decide = () => ({ writes: [], result: undefined });
  return { decide, scope, resolve() {}, reject() {}, queued_at: performance.now(), tries: 0, ...more };
}

function queueOf(...jobs: readonly Job[]): JobQueue {
  const queue = new JobQueue();
  for (const job of jobs) queue.push(job);
  return queue;
}

function gathering(waited: number, onEnd = () => {}): Gathering {
  const made = new Gathering(onEnd);
  made.record({ scopes: new Set(['org_1']), jobs: 2, waited });
  return made;
}

it('lets a job wait for a quarter of the last wait for the lock, at most ten milliseconds', () => {
  for (const [waited, most] of [
    [20, 5],
    [400, 10],
  ] as const) {
    const ended = vi.fn();
    const queue = queueOf(jobOf('org_1'));
    const made = gathering(waited, ended);
    expect(made.holdsBack(queue)).toBe(true);
    vi.advanceTimersByTime(most - 1);
    expect(ended).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(ended).toHaveBeenCalledOnce();
    expect(made.holdsBack(queue)).toBe(false);
  }
});

it('lets no job wait once there are as many as in the batch before', () => {
  expect(gathering(20).holdsBack(queueOf(jobOf('org_1'), jobOf('org_1')))).toBe(false);
});

it('lets no job wait if nobody held the lock, or if any job is of another scope or has to run alone', () => {
  expect(gathering(0).holdsBack(queueOf(jobOf('org_1')))).toBe(false);
  expect(gathering(20).holdsBack(queueOf(jobOf('org_2')))).toBe(false);
  expect(gathering(20).holdsBack(queueOf(jobOf('org_1', { alone: { because: undefined } })))).toBe(false);
  expect(gathering(20).holdsBack(new JobQueue())).toBe(false);
});
