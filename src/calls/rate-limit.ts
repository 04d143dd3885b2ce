import { boundedCache } from '../domain/values/bounded-cache.js';

interface Bucket {
  tokens: number;
  at: number;
}

/** Cached buckets; the least recently used is dropped first, and is nearly always full by then. */
const MAX_NAMES = 20_000;

/** Token bucket per name (docs/api.md, HTTP: 100 requests a second, burst 300, per key). */
export class RateLimit {
  private readonly perSecond: number;
  private readonly burst: number;
  private readonly buckets = boundedCache<Bucket>(MAX_NAMES);

  constructor(perSecond: number, burst: number) {
    this.perSecond = perSecond;
    this.burst = burst;
  }

  /** Takes one token at an instant in milliseconds. Returns 0, or the seconds until one is available. */
  take(name: string, now: number): number {
    const wait = this.wait(name, now);
    if (wait === 0) this.spend(name, now, 1);
    return wait;
  }

  /** Takes tokens even if too few are left; the debt delays the next call. */
  spend(name: string, now: number, tokens: number): void {
    this.bucket(name, now).tokens -= tokens;
  }

  /** Seconds until the tokens are available; 0 if they are. `wanted` is at most the burst. */
  wait(name: string, now: number, wanted = 1): number {
    const { tokens } = this.bucket(name, now);
    return tokens < wanted ? Math.max(1, Math.ceil((wanted - tokens) / this.perSecond)) : 0;
  }

  private bucket(name: string, now: number): Bucket {
    const bucket = this.buckets.get(name) ?? this.make(name, now);
    // A clock set back takes no tokens away.
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
