import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Memory growth in bytes after which garbage is collected; V8 would wait longer. */
const GROWTH = 40 * 2 ** 20;

/** Returns V8's garbage collection function. Only contexts created after the flag was set have this function. */
export function v8Collection(): () => void {
  setFlagsFromString('--expose-gc');
  const gc: unknown = runInNewContext('gc');
  if (typeof gc !== 'function') throw new Error('V8 has no gc()');
  return () => gc();
}

/**
 * Collects garbage between pieces of long work. Otherwise V8 collects at any time, with as many threads as processors,
 * which triples the time of a transaction that holds the lock.
 */
export class Collector {
  private readonly collect = v8Collection();
  private left = Number.POSITIVE_INFINITY;

  /** Call this only while no other process waits for the lock. */
  betweenPieces(): void {
    const { heapUsed } = process.memoryUsage();
    this.left = Math.min(this.left, heapUsed);
    if (heapUsed - this.left < GROWTH) return;
    this.collect();
    this.left = process.memoryUsage().heapUsed;
  }
}
