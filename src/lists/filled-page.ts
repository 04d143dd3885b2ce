import type { Page } from '../ports.js';

/**
 * Fills a page up to its limit from a list whose pages may be short (src/ports/lists.ts). Only the last page has no
 * `next`. `positionOf` returns an entry's position. The page stays short after `maxReads` reads, so that a list in which
 * few entries are found does not occupy the server for long.
 */
export async function filledPage<T, P>(
  read: (after: P | undefined, limit: number) => Promise<Page<T, P>>,
  after: P | undefined,
  limit: number,
  positionOf: (entry: T) => P,
  maxReads = Number.POSITIVE_INFINITY,
): Promise<Page<T, P>> {
  const found: T[] = [];
  let at = after;
  let reads = 0;
  do {
    // One extra entry shows whether there is a next page.
    const page = await read(at, limit + 1 - found.length);
    found.push(...page.entries);
    at = page.next;
    reads += 1;
  } while (at !== undefined && found.length <= limit && reads < maxReads);
  const entries = found.slice(0, limit);
  const last = entries.at(-1);
  return { entries, next: found.length > limit && last !== undefined ? positionOf(last) : at };
}
