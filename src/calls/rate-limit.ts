import { boundedCache } from '../domain/values/bounded-cache.js';

interface Bucket {
  tokens: number;
  at: number;
}

/** Maximum number of buckets. The least recently used one is dropped first; nearly always it is full again by then. */
const MAX_NAMES = 20_000;

/** Token bucket per name. The limit per key is 100 requests per second with a burst of 300 (docs/api.md, HTTP). */
export class RateLimit {
  private readonly perSecond: number;
  private readonly burst: number;
  private readonly buckets = boundedCache<Bucket>(MAX_NAMES);

  constructor(perSecond: number, burst: number) {
    this.perSecond = perSecond;
    this.burst = burst;
  }

  /** Takes one token if available. `now`: milliseconds. Returns 0, or the seconds until a token is available. */
  take(name: string, now: number): number {
    const wait = this.wait(name, now);
    if (wait === 0) this.spend(name, now, 1);
    return wait;
  }

  /** Takes tokens even if too few are left. The debt delays later calls. */
  spend(name: string, now: number, tokens: number): void {
    this.bucket(name, now).tokens -= tokens;
  }

  /** Seconds until the wanted tokens are available; 0 if they already are. `wanted` must not exceed the burst. */
  wait(name: string, now: number, wanted = 1): number {
    const { tokens } = this.bucket(name, now);
    return tokens < wanted ? Math.max(1, Math.ceil((wanted - tokens) / this.perSecond)) : 0;
  }

  private bucket(name: string, now: number): Bucket {
    const bucket = this.buckets.get(name) ?? this.make(name, now);
    // If the clock was set back, the bucket keeps its tokens.
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
