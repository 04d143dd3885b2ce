import { setTimeout as sleep } from 'node:timers/promises';

/** Longer than a writer that waits for the lock takes until its next try, so that it comes before the next piece. Milliseconds. */
const PAUSE = 5;

/** Between the pieces of a long work: others write, and their calls are answered. */
export async function pause(): Promise<void> {
  await sleep(PAUSE);
}
