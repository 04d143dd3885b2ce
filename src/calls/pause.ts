import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Longer than the retry interval of a writer waiting for the lock, so that it precedes the next piece. Milliseconds.
 */
const PAUSE = 5;

/** Pauses between pieces of long work, so that others can write and be answered. */
export async function pause(): Promise<void> {
  await sleep(PAUSE);
}
