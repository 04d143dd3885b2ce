import type { Clock } from '../../src/ports.js';
import { systemClock } from '../../src/system.js';

export const NOON = Date.UTC(2026, 10, 20, 12);

/**
 * A clock that advances only when a test moves it. Sleeping still takes real time, so that timeouts do not fire early.
 */
export function stillClock(): Clock & { advance(milliseconds: number): void } {
  let now = NOON;
  return {
    now: () => now,
    sleep: systemClock.sleep,
    advance(milliseconds) {
      now += milliseconds;
    },
  };
}
