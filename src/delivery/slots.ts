import { boundedCache } from '../domain/values/bounded-cache.js';

const MAX_IN_FLIGHT = 128;
const MAX_IN_FLIGHT_PER_RECEIVER = 4;
/** After this many consecutive failures, a receiver gets one attempt at a time until one succeeds. */
const FAILURES_UNTIL_ONE = 3;
/** Number of receivers whose failures are counted. */
const MAX_REMEMBERED = 10_000;

/** Limits attempts in flight, in total and per receiver, so that a slow receiver does not delay the others. */
export class Slots {
  private readonly busy = new Map<string, number>();
  private readonly failures = boundedCache<number>(MAX_REMEMBERED);
  private total = 0;
  private hasDenied = false;

  /** Number of attempts that may start for a receiver now. */
  free(receiver: string): number {
    const most = (this.failures.get(receiver) ?? 0) >= FAILURES_UNTIL_ONE ? 1 : MAX_IN_FLIGHT_PER_RECEIVER;
    const own = most - (this.busy.get(receiver) ?? 0);
    if (own > 0 && this.total >= MAX_IN_FLIGHT) this.hasDenied = true;
    return Math.max(0, Math.min(own, MAX_IN_FLIGHT - this.total));
  }

  acquire(receiver: string): void {
    this.total += 1;
    this.busy.set(receiver, (this.busy.get(receiver) ?? 0) + 1);
  }

  /** Frees a slot. Returns true if the total limit has denied a receiver a slot since the last call. */
  release(receiver: string): boolean {
    this.total -= 1;
    const left = (this.busy.get(receiver) ?? 1) - 1;
    if (left > 0) this.busy.set(receiver, left);
    else this.busy.delete(receiver);
    const denied = this.hasDenied;
    this.hasDenied = false;
    return denied;
  }

  recordOutcome(receiver: string, hasFailed: boolean): void {
    if (hasFailed) this.failures.set(receiver, (this.failures.get(receiver) ?? 0) + 1);
    else this.failures.delete(receiver);
  }
}
