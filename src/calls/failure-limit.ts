import type { Clock } from '../ports.js';
import type { RateLimit } from './rate-limit.js';

/** Attempts of one name that have begun, and those that wait for their outcome, in the order in which they came. */
interface Line {
  begun: number;
  readonly waiting: ((wait: number) => void)[];
}

/**
 * Limits the failures of attempts whose outcome comes later: each takes a token when it begins, and gives it back when it
 * does not fail. While the last tokens are taken, the next attempts wait for their outcome. So no more attempts fail than if each
 * began after the one before it, and none is refused for one that does not fail.
 */
export class FailureLimit {
  private readonly limit: RateLimit;
  private readonly clock: Clock;
  private readonly lines = new Map<string, Line>();

  constructor(limit: RateLimit, clock: Clock) {
    this.limit = limit;
    this.clock = clock;
  }

  /**
   * Answers 0 when an attempt has begun, whose outcome is then told by `end`; or the seconds until one may begin.
   */
  begin(name: string): Promise<number> {
    const line = this.lines.get(name) ?? { begun: 0, waiting: [] };
    this.lines.set(name, line);
    return new Promise((resolve) => {
      line.waiting.push(resolve);
      this.goOn(name, line);
    });
  }

  /** The outcome of an attempt that has begun. */
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
