import type { Page, Position } from '../ports.js';

/** Rows read at once. */
const PAGE = 100;

/** A whole list, page by page. */
export async function everyPage<T>(
  read: (after: Position | undefined, limit: number) => Promise<Page<T>>,
): Promise<T[]> {
  const found: T[] = [];
  let after: Position | undefined;
  do {
    const page = await read(after, PAGE);
    found.push(...page.entries);
    after = page.next;
  } while (after);
  return found;
}
