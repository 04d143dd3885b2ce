import { boundedCache } from '../domain/values/bounded-cache.js';

interface Tries {
  readonly wait: number;
  readonly next: number;
}

/** Maximum names remembered. The least recently tried one is dropped first, and is due immediately from then on. */
const MAX_NAMES = 10_000;

/** Doubles the wait between attempts under one name, up to `most` milliseconds. */
export class Backoff {
  private readonly first: number;
  private readonly most: number;
  private readonly names = boundedCache<Tries>(MAX_NAMES);

  constructor(first: number, most: number) {
    this.first = first;
    this.most = most;
  }

  due(name: string, now: number): boolean {
    return now >= (this.names.peek(name)?.next ?? 0);
  }

  tried(name: string, now: number): void {
    const wait = Math.min(this.most, (this.names.get(name)?.wait ?? this.first / 2) * 2);
    this.names.set(name, { wait, next: now + wait });
  }
}
