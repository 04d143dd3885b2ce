import type { Page, Position } from '../ports.js';

/** Rows read at once. */
const PAGE = 100;

/** A whole list, page by page; or its beginning, to a number of pages where one is given. */
export async function everyPage<T, P = Position>(
  read: (after: P | undefined, limit: number) => Promise<Page<T, P>>,
  pages = Number.POSITIVE_INFINITY,
): Promise<T[]> {
  const found: T[] = [];
  let after: P | undefined;
  let count = 0;
  do {
    const page = await read(after, PAGE);
    found.push(...page.entries);
    after = page.next;
    count += 1;
  } while (after !== undefined && count < pages);
  return found;
}
