import type { Clock } from '../ports.js';
import type { RateLimit } from './rate-limit.js';

/** Attempts in flight for a name, and those waiting for their outcomes, in order of arrival. */
interface Line {
  begun: number;
  readonly waiting: { readonly tokens: number; readonly start: (wait: number) => void }[];
}

/**
 * Limits failures of attempts with delayed outcomes: each attempt takes a token per possible failure, and returns
 * those it did not need. While the last tokens are taken, further attempts wait. This fails as few attempts as sequential
 * execution would, and rejects none because of a successful one.
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
   * Resolves to 0 when an attempt may start, whose outcome `end` must report, or to the seconds until one may. It takes
   * all its tokens at once, since two that each wait for the other's would never start.
   */
  begin(name: string, tokens = 1): Promise<number> {
    const line = this.lines.get(name) ?? { begun: 0, waiting: [] };
    this.lines.set(name, line);
    return new Promise((resolve) => {
      line.waiting.push({ tokens, start: resolve });
      this.goOn(name, line);
    });
  }

  /** Ends a started attempt, and returns the tokens of failures that did not happen. */
  end(name: string, unused: number): void {
    const line = this.lines.get(name);
    if (!line) return;
    line.begun -= 1;
    if (unused > 0) this.limit.spend(name, this.clock.now(), -unused);
    this.goOn(name, line);
  }

  private goOn(name: string, line: Line): void {
    for (let [next] = line.waiting; next; [next] = line.waiting) {
      const now = this.clock.now();
      const wait = this.limit.wait(name, now, next.tokens);
      if (wait > 0 && line.begun > 0) return;
      if (wait === 0) {
        this.limit.spend(name, now, next.tokens);
        line.begun += 1;
      }
      line.waiting.shift();
      next.start(wait);
    }
    if (line.begun === 0) this.lines.delete(name);
  }
}
