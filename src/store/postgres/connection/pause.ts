import { setTimeout as sleep } from 'node:timers/promises';

const MAX_PAUSE_MS = 200;

/**
 * Waits before a retry; each pause is longer than the one before. Random, so that competing writers do not retry in
 * step.
 */
export function pause(tries: number): Promise<void> {
  return sleep(Math.random() * Math.min(MAX_PAUSE_MS, 2 ** (tries + 1)));
}
