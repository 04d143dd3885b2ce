import { boundedCache } from '../domain/values/bounded-cache.js';

interface Tries {
  readonly wait: number;
  readonly next: number;
}

/** The least recently tried name is dropped first, and is then due at once. */
const MAX_NAMES = 10_000;

/** Doubles the wait between two attempts under one name, up to `most` milliseconds. */
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
