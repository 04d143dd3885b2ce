import { boundedCache } from '../domain/values/bounded-cache.js';

interface Tries {
  /** Instant of the first try. */
  readonly since: number;
  readonly wait: number;
  readonly next: number;
}

/** Waits between attempts, in milliseconds. */
interface Waits {
  readonly first: number;
  /** Longest wait until `late` has passed since the first try. */
  readonly most: number;
  readonly late: number;
  /** Longest wait from then on. */
  readonly most_late: number;
}

/** Maximum names remembered. The least recently tried one is dropped first, and is due immediately from then on. */
const MAX_NAMES = 10_000;

/** Doubles the wait between attempts under one name, up to a maximum that is larger for names tried for a long time. */
export class Backoff {
  private readonly waits: Waits;
  private readonly names = boundedCache<Tries>(MAX_NAMES);

  constructor(waits: Waits) {
    this.waits = waits;
  }

  due(name: string, now: number): boolean {
    return now >= (this.names.peek(name)?.next ?? 0);
  }

  tried(name: string, now: number): void {
    const { first, most, late, most_late } = this.waits;
    const { since, wait: last } = this.triesOf(name, now);
    const wait = Math.max(first, Math.min(now - since < late ? most : most_late, 2 * last));
    this.names.set(name, { since, wait, next: now + wait });
  }

  /** A name that was not tried for long after it was due had been resolved meanwhile, and begins again. */
  private triesOf(name: string, now: number): Pick<Tries, 'since' | 'wait'> {
    const tries = this.names.get(name);
    return tries && now < tries.next + this.waits.late ? tries : { since: now, wait: 0 };
  }
}
