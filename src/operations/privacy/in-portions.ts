import { pause } from '../../calls/pause.js';
import { portions } from '../../domain/values/portions.js';

/** Rows changed in one transaction, so that callers wait for a short one only. */
const AT_ONCE = 20;

/** What each portion came to, one after the other. */
export async function inPortions<T, R>(
  all: readonly T[],
  run: (some: readonly T[]) => Promise<readonly R[]>,
): Promise<R[]> {
  const results: R[] = [];
  for (const [index, some] of [...portions(all, AT_ONCE)].entries()) {
    if (index > 0) await pause();
    results.push(...(await run(some)));
  }
  return results;
}
