import type { Page } from '../ports.js';

/**
 * Fills a page up to its limit from a list whose pages may be short (src/ports/lists.ts). Only the last page has no
 * `next`. `positionOf` returns an entry's position.
 */
export async function filledPage<T, P>(
  read: (after: P | undefined, limit: number) => Promise<Page<T, P>>,
  after: P | undefined,
  limit: number,
  positionOf: (entry: T) => P,
): Promise<Page<T, P>> {
  const found: T[] = [];
  let at = after;
  do {
    // One extra entry shows whether there is a next page.
    const page = await read(at, limit + 1 - found.length);
    found.push(...page.entries);
    at = page.next;
  } while (at !== undefined && found.length <= limit);
  const entries = found.slice(0, limit);
  const last = entries.at(-1);
  return { entries, next: found.length > limit && last !== undefined ? positionOf(last) : undefined };
}
