import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** How far memory may grow before it is collected; V8 would begin by itself only later. Bytes. */
const GROWTH = 40 * 2 ** 20;

/** V8's own collection, which Node shows only to contexts that are made after it was asked for. */
export function v8Collection(): () => void {
  setFlagsFromString('--expose-gc');
  const gc: unknown = runInNewContext('gc');
  if (typeof gc !== 'function') throw new Error('V8 has no gc()');
  return () => gc();
}

/**
 * Collects garbage between the pieces of a long work. V8 would do so at any time, with as many threads as there are processors,
 * and a transaction that holds the lock would then take three times as long.
 */
export class Collector {
  private readonly collect = v8Collection();
  private left = Number.POSITIVE_INFINITY;

  /** Now nobody waits. */
  betweenPieces(): void {
    const { heapUsed } = process.memoryUsage();
    this.left = Math.min(this.left, heapUsed);
    if (heapUsed - this.left < GROWTH) return;
    this.collect();
    this.left = process.memoryUsage().heapUsed;
  }
}
