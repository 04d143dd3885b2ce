import type { Clock } from '../ports.js';
import type { RateLimit } from './rate-limit.js';

/** Attempts under one name, such as a key's id: the number in flight, and the waiting ones in order of arrival. */
interface Line {
  begun: number;
  readonly waiting: { readonly tokens: number; readonly start: (wait: number) => void }[];
}

/**
 * Limits failures of attempts whose outcome is known only later. Each attempt takes one token per possible failure and
 * returns the unused ones. If too few tokens are left, further attempts wait for those in flight. As many attempts are
 * allowed as if they ran one after another, and a successful attempt never causes a rejection.
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
   * Resolves to 0 when an attempt may start; its outcome must then be reported to `end`. Otherwise resolves to the
   * seconds until it may start. An attempt takes all its tokens together: two attempts that each hold some of them
   * could wait for each other forever.
   */
  begin(name: string, tokens = 1): Promise<number> {
    const line = this.lines.get(name) ?? { begun: 0, waiting: [] };
    this.lines.set(name, line);
    return new Promise((resolve) => {
      line.waiting.push({ tokens, start: resolve });
      this.goOn(name, line);
    });
  }

  /** Ends an attempt, and gives back its `unused` tokens: those of failures that did not happen. */
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
