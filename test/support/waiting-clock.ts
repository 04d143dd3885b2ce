import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../src/ports.js';
import { stillClock } from './still-clock.js';

/**
 * Sleeping takes real time (`patient`), lasts until the test has advanced the clock by the requested time (`told`), or
 * ends immediately (`no`).
 */
export type Waits = 'patient' | 'told' | 'no';

interface Sleeper {
  readonly until: number;
  wake(): void;
}

export interface WaitingClock extends Clock {
  waits: Waits;
  /** Advances the clock and ends the sleeps that are due. */
  advance(milliseconds: number): void;
  /** Resolves when a caller sleeps until the clock advances. */
  someoneWaits(): Promise<void>;
}

export function waitingClock(): WaitingClock {
  const still = stillClock();
  let sleepers: Sleeper[] = [];
  let arrived: () => void = () => undefined;
  return {
    waits: 'patient',
    now: still.now,
    sleep(milliseconds) {
      if (this.waits === 'patient') return still.sleep(milliseconds);
      if (this.waits === 'no') return setImmediate();
      return new Promise<void>((wake) => {
        sleepers.push({ until: still.now() + milliseconds, wake });
        arrived();
      });
    },
    advance(milliseconds) {
      still.advance(milliseconds);
      const due = sleepers.filter(({ until }) => until <= still.now());
      sleepers = sleepers.filter((one) => !due.includes(one));
      for (const { wake } of due) wake();
    },
    async someoneWaits() {
      if (sleepers.length > 0) return;
      await new Promise<void>((resolve) => {
        arrived = resolve;
      });
    },
  };
}
