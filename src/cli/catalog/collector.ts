import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Memory growth that triggers a collection; V8 would wait longer. Bytes. */
const GROWTH = 40 * 2 ** 20;

/** V8's garbage collection function, which only contexts created after enabling it have. */
export function v8Collection(): () => void {
  setFlagsFromString('--expose-gc');
  const gc: unknown = runInNewContext('gc');
  if (typeof gc !== 'function') throw new Error('V8 has no gc()');
  return () => gc();
}

/**
 * Collects garbage between pieces of long work. V8 would otherwise collect at any time, with as many threads as
 * processors, tripling the time of a transaction that holds the lock.
 */
export class Collector {
  private readonly collect = v8Collection();
  private left = Number.POSITIVE_INFINITY;

  /** Called when nobody waits for the lock. */
  betweenPieces(): void {
    const { heapUsed } = process.memoryUsage();
    this.left = Math.min(this.left, heapUsed);
    if (heapUsed - this.left < GROWTH) return;
    this.collect();
    this.left = process.memoryUsage().heapUsed;
  }
}
