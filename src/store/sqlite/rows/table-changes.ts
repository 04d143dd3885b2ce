import type { Database } from 'better-sqlite3';

/**
 * Number of changes of each table that triggers count (`table_change`). They count what any process writes, also with
 * an earlier version of the program, or with SQL by hand.
 */
export type TableChanges = Readonly<Record<string, number | undefined>>;

/** Returns a function that reads the numbers in the open transaction. */
export function tableChanges(database: Database): () => TableChanges {
  const select = database.prepare<[], TableChanges>('SELECT * FROM table_change WHERE id = 1');
  return () => select.get() ?? {};
}
