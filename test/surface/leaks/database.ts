import { existsSync, readFileSync } from 'node:fs';
import Sqlite, { type Database } from 'better-sqlite3';
import { readableRecord } from '../../support/kept-answers.js';

/** Looks into a database file beside the portal: by table and column, and at its bytes. */

/** A column as `table.column`, with the text of each of its values. */
export type Columns = ReadonlyMap<string, readonly string[]>;

/** Of every table, also of those that SQLite keeps for itself. The file does not change any more. */
export function columnsOf(database: string): Columns {
  const file = new Sqlite(database, { readonly: true, fileMustExist: true });
  try {
    const tables = file.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all().map(String);
    return new Map(tables.flatMap((table) => columnsOfTable(file, table)));
  } finally {
    file.close();
  }
}

function columnsOfTable(file: Database, table: string): [column: string, values: string[]][] {
  const statement = file.prepare(`SELECT * FROM "${table}"`).raw();
  const rows = statement.all();
  return statement.columns().map(({ name }, index) => {
    const read = table === 'idempotency' && name === 'body' ? readableRecord : (text: string) => text;
    return [`${table}.${name}`, rows.map((row) => read(textOf(Array.isArray(row) ? row[index] : row)))];
  });
}

const textOf = (value: unknown) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value));

/** The columns of which some value satisfies the test; sorted. */
export function columnsWith(columns: Columns, matches: (text: string) => boolean): string[] {
  return [...columns].flatMap(([column, values]) => (values.some(matches) ? [column] : [])).sort();
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
