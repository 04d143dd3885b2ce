import { LRUCache } from 'lru-cache';

interface Bucket {
  tokens: number;
  at: number;
}

/** Buckets kept; the least recently used is dropped first, and is nearly always full by then. */
const MAX_NAMES = 20_000;

/** A token bucket per name (docs/api.md, HTTP: 100 requests a second, burst 300, per key). */
export class RateLimit {
  private readonly perSecond: number;
  private readonly burst: number;
  private readonly buckets = new LRUCache<string, Bucket>({ max: MAX_NAMES });

  constructor(perSecond: number, burst: number) {
    this.perSecond = perSecond;
    this.burst = burst;
  }

  /** Takes so many tokens at an instant in milliseconds. Answers 0, or the seconds until they are there. */
  take(name: string, now: number, tokens = 1): number {
    const wait = this.wait(name, now, tokens);
    if (wait === 0) this.bucket(name, now).tokens -= Math.min(tokens, this.burst);
    return wait;
  }

  /** Seconds until so many tokens are there, or as many as there ever are; 0 = they are. */
  wait(name: string, now: number, wanted = 1): number {
    const missing = Math.min(wanted, this.burst) - this.bucket(name, now).tokens;
    return missing > 0 ? Math.max(1, Math.ceil(missing / this.perSecond)) : 0;
  }

  private bucket(name: string, now: number): Bucket {
    const bucket = this.buckets.get(name) ?? this.make(name, now);
    // A clock that is set back takes no tokens away.
    const passed = Math.max(0, now - bucket.at) / 1000;
    bucket.tokens = Math.min(this.burst, bucket.tokens + passed * this.perSecond);
    bucket.at = now;
    return bucket;
  }

  private make(name: string, now: number): Bucket {
    const bucket = { tokens: this.burst, at: now };
    this.buckets.set(name, bucket);
    return bucket;
  }
}
