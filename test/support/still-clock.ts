import { systemClock } from '../../src/app.js';
import type { Clock } from '../../src/ports.js';

export const NOON = Date.UTC(2026, 10, 20, 12);

/** A clock that moves only when a test moves it. Waiting still takes its time, so that nothing gives up early. */
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
