import { setImmediate } from 'node:timers/promises';

/**
 * Starts costly calls or their parts one by one, each in its own event-loop turn, so that other calls are answered in
 * between.
 */
export class Turns {
  private last: Promise<void> = Promise.resolve();

  /** Resolves when it is the caller's turn. */
  next(): Promise<void> {
    this.last = this.last.then(() => setImmediate());
    return this.last;
  }
}
