import { boundedCache } from '../domain/values/bounded-cache.js';

/** Attempts under way at once: to all receivers, and to one. */
const MOST = 128;
const MOST_TO_ONE = 4;
/** To one that has failed so often in a row there is one at a time, until it takes one. */
const FAILURES = 3;
/** Receivers whose failures are remembered. */
const MAX_REMEMBERED = 10_000;

/** Who may be sent something now, so that a slow receiver takes no room from the others. */
export class Slots {
  private readonly busy = new Map<string, number>();
  private readonly failures = boundedCache<number>(MAX_REMEMBERED);
  private total = 0;
  private hasDenied = false;

  /** Attempts that may begin now. */
  free(receiver: string): number {
    const most = (this.failures.get(receiver) ?? 0) >= FAILURES ? 1 : MOST_TO_ONE;
    const own = most - (this.busy.get(receiver) ?? 0);
    if (own > 0 && this.total >= MOST) this.hasDenied = true;
    return Math.max(0, Math.min(own, MOST - this.total));
  }

  take(receiver: string): void {
    this.total += 1;
    this.busy.set(receiver, (this.busy.get(receiver) ?? 0) + 1);
  }

  /** Answers true when others had to wait for room. */
  giveBack(receiver: string): boolean {
    this.total -= 1;
    const left = (this.busy.get(receiver) ?? 1) - 1;
    if (left > 0) this.busy.set(receiver, left);
    else this.busy.delete(receiver);
    const denied = this.hasDenied;
    this.hasDenied = false;
    return denied;
  }

  told(receiver: string, hasFailed: boolean): void {
    if (hasFailed) this.failures.set(receiver, (this.failures.get(receiver) ?? 0) + 1);
    else this.failures.delete(receiver);
  }
}
