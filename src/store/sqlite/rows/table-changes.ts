import type { Database } from 'better-sqlite3';

/**
 * Number of changes of each table that triggers count (`table_change`). They count what any process writes, also with
 * an earlier version of the program, or with SQL by hand. `file`: number that each rewrite of the file increments, and
 * so each erasure.
 */
export type TableChanges = Readonly<Record<string, number | undefined>>;

const SELECT = `
  SELECT table_change.*, schema_version AS file FROM table_change, pragma_schema_version WHERE id = 1`;

/** Returns a function that reads the numbers in the open transaction. */
export function tableChanges(database: Database): () => TableChanges {
  const select = database.prepare<[], TableChanges>(SELECT);
  return () => select.get() ?? {};
}
