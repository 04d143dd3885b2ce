import type { Slicing } from '../json/sliced-json.js';

/** Milliseconds of work after which a long task lets other calls run. */
const SLICE_MS = 6;

/** Work of one call in slices, each in its turn of the event loop. */
export class Slices implements Slicing {
  private readonly nextTurn: () => Promise<void>;
  private until = performance.now() + SLICE_MS;

  /** `nextTurn` resolves when it is the caller's turn. */
  constructor(nextTurn: () => Promise<void>) {
    this.nextTurn = nextTurn;
  }

  get isOver(): boolean {
    return performance.now() >= this.until;
  }

  async next(): Promise<void> {
    await this.nextTurn();
    this.until = performance.now() + SLICE_MS;
  }
}
