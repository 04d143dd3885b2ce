import { setTimeout as sleep } from 'node:timers/promises';

/** The longest pause. Milliseconds. */
const LONGEST = 200;

/** Waits before the next try: longer after each, and never as long as others who wait for the same. */
export function pause(tries: number): Promise<void> {
  return sleep(Math.random() * Math.min(LONGEST, 2 ** (tries + 1)));
}
