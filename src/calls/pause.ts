import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Longer than the interval at which a waiting writer tries to get the lock, so that the writer gets it before the next
 * piece of work. Milliseconds.
 */
const PAUSE = 5;

/** Pauses between pieces of long work, so that other calls can write and finish. */
export async function pause(): Promise<void> {
  await sleep(PAUSE);
}
