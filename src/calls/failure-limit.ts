import type { Clock } from '../ports.js';
import type { RateLimit } from './rate-limit.js';

/** Attempts in flight for a name, and those waiting for their outcomes, in order of arrival. */
interface Line {
  begun: number;
  readonly waiting: ((wait: number) => void)[];
}

/**
 * Limits failures of attempts with delayed outcomes: each attempt takes a token and returns it on success. While the
 * last tokens are taken, further attempts wait. This fails as few attempts as sequential execution would, and rejects
 * none because of a successful one.
 */
export class FailureLimit {
  private readonly limit: RateLimit;
  private readonly clock: Clock;
  private readonly lines = new Map<string, Line>();

  constructor(limit: RateLimit, clock: Clock) {
    this.limit = limit;
    this.clock = clock;
  }

  /** Resolves to 0 when an attempt may start, whose outcome `end` must report, or to the seconds until one may. */
  begin(name: string): Promise<number> {
    const line = this.lines.get(name) ?? { begun: 0, waiting: [] };
    this.lines.set(name, line);
    return new Promise((resolve) => {
      line.waiting.push(resolve);
      this.goOn(name, line);
    });
  }

  /** Reports the outcome of a started attempt. */
  end(name: string, outcome: { readonly failed: boolean }): void {
    const line = this.lines.get(name);
    if (!line) return;
    line.begun -= 1;
    if (!outcome.failed) this.limit.spend(name, this.clock.now(), -1);
    this.goOn(name, line);
  }

  private goOn(name: string, line: Line): void {
    while (line.waiting.length > 0) {
      const now = this.clock.now();
      const wait = this.limit.wait(name, now);
      if (wait > 0 && line.begun > 0) return;
      if (wait === 0) {
        this.limit.spend(name, now, 1);
        line.begun += 1;
      }
      line.waiting.shift()?.(wait);
    }
    if (line.begun === 0) this.lines.delete(name);
  }
}
