import { existsSync, readFileSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { readableRecord } from '../../support/kept-answers.js';

/** Looks into a database file beside the portal: by table and column, and at its bytes. */

/** Calls back with the text of every value of every table, also of those that SQLite keeps for itself. */
function eachValue(database: string, look: (table: string, column: string, text: string) => void): void {
  const file = new Sqlite(database, { readonly: true, fileMustExist: true });
  try {
    const tables = file.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all().map(String);
    for (const table of tables) {
      const rows = file.prepare(`SELECT * FROM "${table}"`);
      const columns = rows.columns().map(({ name }) => name);
      for (const row of rows.raw().iterate()) {
        if (!Array.isArray(row)) throw new Error('a row is a list');
        columns.forEach((column, index) => {
          const text = textOf(row[index]);
          look(table, column, table === 'idempotency' && column === 'body' ? readableRecord(text) : text);
        });
      }
    }
  } finally {
    file.close();
  }
}

const textOf = (value: unknown) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value));

/** The columns, as `table.column`, of which some value satisfies the test; sorted. */
export function columnsWith(database: string, matches: (text: string) => boolean): string[] {
  const found = new Set<string>();
  eachValue(database, (table, column, text) => {
    if (!found.has(`${table}.${column}`) && matches(text)) found.add(`${table}.${column}`);
  });
  return [...found].sort();
}

/** One row as text, all columns together. */
export function rowText(database: string, table: string, key: string): string {
  const file = new Sqlite(database, { readonly: true, fileMustExist: true });
  try {
    return JSON.stringify(file.prepare(`SELECT * FROM "${table}" WHERE key = ?`).get(key));
  } finally {
    file.close();
  }
}

/** All bytes of the database: the file, its log of commits, and the log's index. */
export function bytesOf(database: string): string {
  return ['', '-wal', '-shm']
    .map((end) => `${database}${end}`)
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path, 'latin1'))
    .join('\n');
}
