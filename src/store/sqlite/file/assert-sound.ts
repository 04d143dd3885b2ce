import type { Database } from 'better-sqlite3';
import { corruptedFault } from './open-faults.js';

/** Number of pages to read of each table and index, so that the duration does not grow with the file. */
const MAX_PAGES = 16;

/**
 * Looks for corrupted pages in a bounded part of the file: the schema, the first pages of each table and index, and the
 * path to the last row of each table, where new rows go. `portal check` reads everything.
 * @throws DatabaseFault `corrupted`
 * @throws Error of the driver for a page that cannot be read
 */
export function assertSound(path: string, database: Database): void {
  // Another process may be migrating the file: one transaction sees one schema.
  database.transaction(() => {
    const fault = findCorruptedPage(database);
    if (fault !== undefined) throw corruptedFault(path, fault);
    for (const sql of lastKeyQueries(database)) database.prepare(sql).get();
  })();
}

function findCorruptedPage(database: Database): string | undefined {
  const names = database.prepare<[], string>('SELECT name FROM sqlite_schema WHERE rootpage > 0').pluck().all();
  const select = database
    .prepare<[string], number>(
      `SELECT pageno FROM (SELECT pageno, pagetype FROM dbstat WHERE name = ? LIMIT ${MAX_PAGES})
       WHERE pagetype = 'corrupted'`,
    )
    .pluck();
  for (const name of ['sqlite_schema', ...names]) {
    const page = select.get(name);
    if (page !== undefined) return `page ${page} of ${name}`;
  }
  return undefined;
}

/** Builds a query for the last key of each table. Each query reads one path through its table. */
function lastKeyQueries(database: Database): readonly string[] {
  const select = database.prepare<[], string>(
    `SELECT format('SELECT max("%w") FROM "%w"',
       iif(wr, (SELECT name FROM pragma_table_info(list.name) WHERE pk = 1), 'rowid'), name)
     FROM pragma_table_list AS list WHERE schema = 'main' AND type IN ('table', 'shadow')`,
  );
  return select.pluck().all();
}
