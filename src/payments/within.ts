import type { Clock } from '../ports.js';

/**
 * Resolves to the answer, or to the result of `late` if it takes longer. No timer is left behind by an answer in time,
 * since a busy portal would collect thousands of them.
 */
export async function within<R, L>(
  clock: Pick<Clock, 'sleep'>,
  milliseconds: number,
  answer: Promise<R>,
  late: () => L,
): Promise<R | L> {
  const timer = new AbortController();
  const waited = clock.sleep(milliseconds, timer.signal).then(late);
  // After an answer, nobody awaits the timer, whose end is a rejection.
  waited.catch(() => undefined);
  try {
    return await Promise.race([answer, waited]);
  } finally {
    timer.abort();
  }
}
