import Sqlite from 'better-sqlite3';
import { isOnServer } from '../../src/store/open-store.js';
import { postgresOf } from './postgres-of-path.js';
import { inPostgres, tablesOf } from './postgres-rows.js';

/** A stored row; bodies are JSON text. */
export type Stored = Readonly<Record<string, unknown>>;

/**
 * Reads the rows of each query in one snapshot, through a separate connection.
 * @param database a file path (possibly replaced by a PostgreSQL database) or a URL
 * @param queries SQL that both engines understand
 */
export async function readStoredAtOnce(database: string, queries: readonly string[]): Promise<(readonly Stored[])[]> {
  const url = isOnServer(database) ? database : postgresOf(database);
  return url === undefined ? inFile(database, queries) : inServer(url, queries);
}

/** Reads the rows of one query. */
export async function readStored(database: string, query: string): Promise<readonly Stored[]> {
  const [rows = []] = await readStoredAtOnce(database, [query]);
  return rows;
}

/** Reads the rows of every table, in no particular order. */
export async function readEveryTable(database: string): Promise<ReadonlyMap<string, readonly Stored[]>> {
  const url = postgresOf(database);
  const names = url === undefined ? fileTables(database) : await inPostgres(url, tablesOf);
  const rows = await readStoredAtOnce(
    database,
    names.map((name) => `SELECT * FROM "${name}"`),
  );
  return new Map(names.map((name, index) => [name, rows[index] ?? []]));
}

/** Runs a statement on a separate connection, with its values as $1 and so on. */
export async function changeStored(database: string, statement: string, ...values: readonly string[]): Promise<void> {
  const url = postgresOf(database);
  if (url !== undefined) {
    await inPostgres(url, (client) => client.query(statement, [...values]));
    return;
  }
  const file = new Sqlite(database);
  try {
    file.prepare(statement).run(Object.fromEntries(values.map((value, index) => [index + 1, value])));
  } finally {
    file.close();
  }
}

/** Names of all tables, including SQLite's internal ones. */
function fileTables(database: string): string[] {
  const file = new Sqlite(database, { readonly: true, fileMustExist: true });
  try {
    return file.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all().map(String);
  } finally {
    file.close();
  }
}

function inFile(database: string, queries: readonly string[]): (readonly Stored[])[] {
  const file = new Sqlite(database, { readonly: true, fileMustExist: true });
  try {
    return file.transaction(() => queries.map((query) => file.prepare<[], Stored>(query).all()))();
  } finally {
    file.close();
  }
}

function inServer(url: string, queries: readonly string[]): Promise<(readonly Stored[])[]> {
  return inPostgres(url, async (client) => {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const found: (readonly Stored[])[] = [];
    for (const query of queries) found.push((await client.query<Record<string, unknown>>(query)).rows);
    return found;
  });
}
