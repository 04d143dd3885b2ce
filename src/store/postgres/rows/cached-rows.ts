import { LRUCache } from 'lru-cache';
import type { TableName, Tables } from '../../../ports.js';
import { decodeRow, type StoredRow } from '../../decode-row.js';
import { TABLES } from '../../tables/tables.js';

/** Maximum number of body characters cached per table; the least recently read rows are dropped first. */
const MAX_CHARACTERS = 2 ** 20;

interface CachedRow<R> {
  readonly version: unknown;
  readonly body: string;
  readonly row: R;
}

/**
 * Parsed rows of a table. A row is reused only if the server returns an identical body, so no row is ever stale. Reuse
 * returns the same object, so results computed from it can be reused too (calls/steady-answers.ts). Rows are never
 * changed in place.
 */
class CachedRows<R> {
  private readonly kept = new LRUCache<string, CachedRow<R>>({
    maxSize: MAX_CHARACTERS,
    sizeCalculation: ({ body }) => body.length,
  });

  get(key: string, { version, body }: StoredRow): R | undefined {
    const known = this.kept.get(key);
    return known && known.version === version && known.body === body ? known.row : undefined;
  }

  keep(key: string, { version, body }: StoredRow, row: R): R {
    if (typeof body === 'string' && body.length > 0) this.kept.set(key, { version, body, row });
    return row;
  }
}

/** A map whose values have the type of their table. */
interface CachedByTable {
  get<T extends TableName>(table: T): CachedRows<Tables[T]> | undefined;
  set<T extends TableName>(table: T, rows: CachedRows<Tables[T]>): unknown;
}

const CACHES: CachedByTable = new Map();

/** Returns the cache of a table; `undefined` for a table whose rows are not cached. */
function cachedRowsOf<T extends TableName>(table: T): CachedRows<Tables[T]> | undefined {
  const known = CACHES.get(table);
  if (known || !TABLES[table].cached) return known;
  const made = new CachedRows<Tables[T]>();
  CACHES.set(table, made);
  return made;
}

/** Parses a row returned by the server, or reuses it from the cache. */
export function cacheRow<T extends TableName>(table: T, key: string, stored: StoredRow): Tables[T] {
  return findCachedRow(table, key, stored) ?? keepRow(table, key, stored, decodeRow(table, stored));
}

/** Returns the cached row if it is unchanged. */
export function findCachedRow<T extends TableName>(table: T, key: string, stored: StoredRow): Tables[T] | undefined {
  return cachedRowsOf(table)?.get(key, stored);
}

export function keepRow<T extends TableName>(table: T, key: string, stored: StoredRow, row: Tables[T]): Tables[T] {
  return cachedRowsOf(table)?.keep(key, stored, row) ?? row;
}
