import { boundedCache } from '../domain/values/bounded-cache.js';
import type { Clock } from '../ports.js';

/** Number of logs whose last signing times are cached. */
const MAX_LOGS = 10_000;
const SECOND = 1_000;

/** Limits signatures per log and second. */
export class Pace {
  private readonly clock: Clock;
  private readonly perSecond: number;
  /** Signing times of each log, by the monotonic clock. */
  private readonly times = boundedCache<readonly number[]>(MAX_LOGS);

  constructor(clock: Clock, perSecond: number) {
    this.clock = clock;
    this.perSecond = perSecond;
  }

  /** Resolves when the log may be signed, and counts one signature. */
  async turn(name: string): Promise<void> {
    const before = this.times.get(name) ?? [];
    const oldest = before[before.length - this.perSecond];
    const wait = oldest === undefined ? 0 : oldest + SECOND - performance.now();
    if (wait > 0) await this.clock.sleep(wait);
    this.times.set(name, [...before, performance.now()].slice(-this.perSecond));
  }
}
