import type { Caller } from '../domain/tenant/tenant.js';
import { FairQueue } from './fair-queue.js';

/**
 * Starts costly calls or their parts one by one, each in its own event-loop turn, so that other calls are answered in
 * between. Organizations take turns, and so do the keys of each.
 */
export class Turns {
  private readonly waiting = new FairQueue<() => void>();
  private armed = false;

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
      this.waiting.shift()?.();
      if (this.waiting.length > 0) this.arm();
    });
  }
}
