import type { Caller } from '../domain/tenant/tenant.js';
import { FairQueue } from './fair-queue.js';

/** Event-loop turns that are left free in a row while connections arrive: Node accepts one in each. */
const MAX_LEFT_FREE = 20;

/**
 * Starts costly calls or their parts one by one, each in its own event-loop turn, so that other calls are answered in
 * between. Organizations take turns, and so do the keys of each.
 */
export class Turns {
  private readonly waiting = new FairQueue<() => void>();
  private armed = false;
  private readonly accepted: () => number;
  private seen = 0;
  private leftFree = 0;

  /** `accepted`: connections accepted since the start. */
  constructor(accepted: () => number) {
    this.accepted = accepted;
  }

  /** Resolves when it is the caller's turn. */
  next({ organization_id, id }: Pick<Caller, 'organization_id' | 'id'>): Promise<void> {
    return new Promise((resolve) => {
      this.waiting.push(resolve, [organization_id, id]);
      this.arm();
    });
  }

  private arm(): void {
    if (this.armed) return;
    this.armed = true;
    setImmediate(() => {
      this.armed = false;
      if (!this.leavesFree()) this.waiting.shift()?.();
      if (this.waiting.length > 0) this.arm();
    });
  }

  private leavesFree(): boolean {
    const accepted = this.accepted();
    const isArriving = accepted > this.seen && this.leftFree < MAX_LEFT_FREE;
    this.seen = accepted;
    this.leftFree = isArriving ? this.leftFree + 1 : 0;
    return isArriving;
  }
}
