import { existsSync, readFileSync } from 'node:fs';
import DatabaseConstructor from 'better-sqlite3';
import { OrderTerms } from '../../../src/store/sqlite/search/order-terms.js';
import { postgresOf } from '../../support/postgres-of-path.js';
import { readEveryTable, readStored, type Stored } from '../../support/stored.js';
import { decodeRecord } from '../../support/stored-responses.js';

/** Reads a database directly, without the portal: by table and column, and as bytes. */

/** Texts of all values of each column, keyed by `table.column`. */
export type Columns = ReadonlyMap<string, readonly string[]>;

/**
 * Reads every table, including SQLite's internal ones. Indexes the terms of all orders first, as a file otherwise does when
 * more orders are placed. No portal may be writing to the database.
 */
export async function columnsOf(database: string): Promise<Columns> {
  if (postgresOf(database) === undefined) indexOrders(database);
  const tables = [...(await readEveryTable(database))];
  return new Map(tables.flatMap(([table, rows]) => columnsOfTable(table, rows)));
}

function indexOrders(path: string): void {
  const file = new DatabaseConstructor(path);
  new OrderTerms(file).indexNew();
  file.close();
}

function columnsOfTable(table: string, rows: readonly Stored[]): [column: string, values: string[]][] {
  return Object.keys(rows[0] ?? {}).map((name) => {
    const read = table === 'idempotency' && name === 'body' ? decodeRecord : (text: string) => text;
    return [`${table}.${name}`, rows.map((row) => read(textOf(row[name])))];
  });
}

const textOf = (value: unknown) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value));

/** Returns the columns in which some value matches, sorted. */
export function columnsWith(columns: Columns, matches: (text: string) => boolean): string[] {
  return [...columns].flatMap(([column, values]) => (values.some(matches) ? [column] : [])).sort();
}

/** Returns one row, with all its columns, as JSON. */
export async function rowText(database: string, table: string, key: string): Promise<string> {
  const rows = await readStored(database, `SELECT * FROM "${table}"`);
  return JSON.stringify(rows.find((row) => row.key === key));
}

/** Returns all bytes of a SQLite file, its write-ahead log and the log's index, or all values on PostgreSQL. */
export async function bytesOf(database: string): Promise<string> {
  if (postgresOf(database) === undefined) return bytesOfFiles(database);
  const rows = [...(await readEveryTable(database)).values()].flat();
  return rows.flatMap((row) => Object.values(row).map(textOf)).join('\n');
}

function bytesOfFiles(database: string): string {
  return ['', '-wal', '-shm']
    .map((end) => `${database}${end}`)
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path, 'latin1'))
    .join('\n');
}
