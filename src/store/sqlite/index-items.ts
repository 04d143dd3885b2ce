import type { Database } from 'better-sqlite3';
import type { SqliteRows } from './sqlite-rows.js';

/** Items whose terms are made in one transaction. */
const INDEXED_AT_ONCE = 500;

/** Makes the terms of items that have none, or other ones than their shop needs now, such as those of an older file. */
export function indexItems(database: Database, due: (at: number, limit: number) => string[], rows: SqliteRows): void {
  const portion = database.transaction(() => {
    const keys = due(0, INDEXED_AT_ONCE);
    for (const item of keys) rows.apply({ type: 'index', item });
    rows.applied();
    return keys.length;
  });
  while (due(0, 1).length > 0 && portion.immediate() > 0);
}
