import { pause } from '../../calls/pause.js';
import { splitIntoPortions } from '../../domain/values/portions.js';

/** Rows per transaction, so that other callers wait only briefly. */
const AT_ONCE = 20;

/** Results of the portions, processed one after another. */
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
