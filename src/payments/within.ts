import type { Clock } from '../ports.js';

const ENDED = 'ended';

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
  try {
    return await Promise.race([answer, clock.sleep(milliseconds, timer.signal).then(late)]);
  } finally {
    // Without a reason, it would create an error with a stack.
    timer.abort(ENDED);
  }
}
