import type { Page } from '../ports.js';

/**
 * A page with as many entries as it may have, of a list whose pages may end before their limit (src/ports/lists.ts). Only the last has no
 * `next`. `positionOf` says where an entry stands.
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
    // One more than wanted tells whether there is a next page.
    const page = await read(at, limit + 1 - found.length);
    found.push(...page.entries);
    at = page.next;
  } while (at !== undefined && found.length <= limit);
  const entries = found.slice(0, limit);
  const last = entries.at(-1);
  return { entries, next: found.length > limit && last !== undefined ? positionOf(last) : undefined };
}
