import type { Slicing } from '../json/sliced-json.js';

/** Duration of work after which a long task lets other calls run. Milliseconds. */
const SLICE_MS = 4;

/** Splits one call's long work into slices, each in a separate turn of the event loop. */
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

/** Never interrupts the work. Use it for tasks that delay no other calls, such as commands. */
export const AT_ONCE: Slicing = { isOver: false, next: () => Promise.resolve() };

/** Maps a long list in slices. */
export async function mapInSlices<T, R>(all: readonly T[], slices: Slicing, map: (one: T) => R): Promise<R[]> {
  const mapped: R[] = [];
  for (const one of all) {
    if (slices.isOver) await slices.next();
    mapped.push(map(one));
  }
  return mapped;
}
