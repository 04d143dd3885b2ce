import { setImmediate } from 'node:timers/promises';

/**
 * Lets costly calls, or their parts, begin one by one, each in a turn of the event loop of its own: what came meanwhile is answered
 * between two of them, and nobody waits for all that others have asked at once.
 */
export class Turns {
  private last: Promise<void> = Promise.resolve();

  /** Resolves when it is the caller's turn. */
  next(): Promise<void> {
    this.last = this.last.then(() => setImmediate());
    return this.last;
  }
}
