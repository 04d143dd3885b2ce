import type { Page, Position } from '../ports.js';

/** Sorts before every real position, so that the first page can use the same statement. */
export const OLDEST: Position = { created_at: -1, id: '' };

/** Sorts after every real position. */
export const NEWEST: Position = { created_at: Number.MAX_SAFE_INTEGER, id: '' };

/** Builds a page. `rows` must hold up to `limit` + 1 rows: the extra row shows that there is a next page. */
export function buildPage<T, P>(rows: readonly T[], limit: number, position: (entry: T) => P): Page<T, P> {
  const entries = rows.slice(0, limit);
  const last = entries.at(-1);
  return { entries, next: rows.length > limit && last !== undefined ? position(last) : undefined };
}
