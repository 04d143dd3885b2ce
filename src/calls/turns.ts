import type { Caller } from '../domain/tenant/tenant.js';
import { FairQueue } from './fair-queue.js';

/**
 * Maximum number of consecutive event-loop turns left free while connections arrive, because Node accepts only one
 * connection per turn.
 */
const MAX_LEFT_FREE = 20;

/**
 * Runs costly calls, or parts of them, one by one, each in a separate event-loop turn, so that other calls run in
 * between. Organizations take turns, and so do the keys within an organization.
 */
export class Turns {
  private readonly waiting = new FairQueue<() => void>();
  private armed = false;
  private readonly accepted: () => number;
  private seen = 0;
  private leftFree = 0;

  /** `accepted`: number of connections accepted since the start. */
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
