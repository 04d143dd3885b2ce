import { setImmediate } from 'node:timers/promises';
import type { Page, Position } from '../ports.js';

/** Rows per read. */
const PAGE = 100;

/** Reads a page of a list. */
export type ReadPage<T, P = Position> = (after: P | undefined, limit: number) => Promise<Page<T, P>>;

/**
 * Yields the pages of a list. They are read lazily, so that memory does not grow with the list. Each is read in a
 * separate event-loop turn: an engine may read without yielding to the event loop, so a long list would delay all other
 * calls.
 */
export async function* eachPage<T, P = Position>(read: ReadPage<T, P>, limit = PAGE): AsyncGenerator<readonly T[]> {
  let after: P | undefined;
  do {
    const { entries, next } = await read(after, limit);
    yield entries;
    after = next;
    if (after !== undefined) await setImmediate();
  } while (after !== undefined);
}

/** Collects the complete list, or only its first pages if a number is given. */
export async function collectPages<T, P = Position>(
  read: ReadPage<T, P>,
  pages = Number.POSITIVE_INFINITY,
): Promise<T[]> {
  const found: T[] = [];
  let count = 0;
  for await (const entries of eachPage(read)) {
    found.push(...entries);
    count += 1;
    if (count >= pages) break;
  }
  return found;
}
