import { expect } from 'vitest';
import type { Page } from '../../src/ports.js';

/** Reads a list page by page. `between` runs after each page except the last. */
export async function walk<T, P>(
  page: (after: P | undefined) => Promise<Page<T, P>>,
  between: (turn: number) => Promise<void> = async () => undefined,
): Promise<T[]> {
  const found: T[] = [];
  let next: P | undefined;
  for (let turn = 0; turn === 0 || next !== undefined; turn += 1) {
    const read = await page(next);
    found.push(...read.entries);
    next = read.next;
    if (next !== undefined) await between(turn);
  }
  return found;
}

/** Does the same as `walk`. Checks that each page but the last is full, and that only the first may be empty. */
export function walkInPages<T, P>(
  limit: number,
  page: (after: P | undefined) => Promise<Page<T, P>>,
  between?: (turn: number) => Promise<void>,
): Promise<T[]> {
  return walk(async (after: P | undefined) => {
    const read = await page(after);
    if (read.next !== undefined) expect(read.entries).toHaveLength(limit);
    if (after !== undefined) expect(read.entries).not.toEqual([]);
    expect(read.entries.length).toBeLessThanOrEqual(limit);
    return read;
  }, between);
}
