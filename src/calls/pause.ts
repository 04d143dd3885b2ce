import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Longer than the interval at which a waiting writer retries the lock, so that the writer precedes the next piece of
 * work. Milliseconds.
 */
const PAUSE = 5;

/** Pauses between pieces of long work, so that other calls can write and finish. */
export async function pause(): Promise<void> {
  await sleep(PAUSE);
}
