import type { Database } from 'better-sqlite3';
import type { SqliteRows } from './sqlite-rows.js';

/** Items indexed per transaction. */
const ITEMS_PER_TRANSACTION = 50;

/**
 * Turns off the automatic merges of the token index, in which FTS5 would merge hundreds of pages in every 64th write,
 * and more for a larger index. Instead, each write of items merges a little (item-index.ts). The file stores this
 * setting.
 */
export function mergeWithWritesAlone(database: Database): void {
  const set = database.prepare("SELECT v FROM item_token_config WHERE k = 'automerge'").pluck();
  if (set.get() !== 0) database.exec("INSERT INTO item_token (item_token, rank) VALUES ('automerge', 0)");
}

/** Rebuilds search terms that are missing or outdated, for example in a file of an earlier version. */
export function indexItems(
  database: Database,
  misindexed: (limit: number) => readonly string[],
  rows: SqliteRows,
): void {
  const portion = database.transaction(() => {
    const keys = misindexed(ITEMS_PER_TRANSACTION);
    for (const item of keys) rows.apply({ type: 'index', item });
    rows.onApplied();
    return keys.length;
  });
  while (misindexed(1).length > 0 && portion.immediate() > 0);
}
