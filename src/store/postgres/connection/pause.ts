import { setTimeout as sleep } from 'node:timers/promises';

const MAX_PAUSE_MS = 200;

/**
 * Waits a random time before a retry, so that competing writers do not retry at the same moments. The maximum doubles
 * with each try, up to `MAX_PAUSE_MS`. `least`: milliseconds to wait in addition.
 */
export function pause(tries: number, least = 0): Promise<void> {
  return sleep(least + Math.random() * Math.min(MAX_PAUSE_MS, 2 ** (tries + 1)));
}
