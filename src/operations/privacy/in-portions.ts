import { pause } from '../../calls/pause.js';
import { splitIntoPortions } from '../../domain/values/portions.js';

/** Maximum number of rows per transaction, so that other writers wait only briefly. */
const AT_ONCE = 20;

/** Runs portions of a list one after another, with pauses, and returns their results. */
export async function inPortions<T, R>(
  all: readonly T[],
  run: (some: readonly T[]) => Promise<readonly R[]>,
): Promise<R[]> {
  const results: R[] = [];
  for (const [index, some] of [...splitIntoPortions(all, AT_ONCE)].entries()) {
    if (index > 0) await pause();
    results.push(...(await run(some)));
  }
  return results;
}
