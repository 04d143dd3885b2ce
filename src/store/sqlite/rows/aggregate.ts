import type { Database } from 'better-sqlite3';
import { and, eq, sql } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import { once } from '../../../domain/values/once.js';
import { type RemovableTable, StoreConflict, type TableName, type Tables } from '../../../ports.js';
import { COLUMNS, type ColumnValue, type TableColumns } from '../../columns.js';
import { checkWritten, type StoredRow, trustedRow } from '../../trusted-row.js';
import { AGGREGATE_TABLES, type AggregateTable } from '../lists/aggregate-tables.js';
import { NativeStatement } from './native-statement.js';
import { orConflict } from './or-conflict.js';

/** Reads and writes the rows of one table with statements that are prepared once, when they are first needed. */
export interface Aggregate<R> {
  one(key: string): R | undefined;
  /** The rows that exist, by key. */
  many(keys: readonly string[]): Map<string, R>;
  /**
   * Inserts a row, or replaces the version that was read. Answers its key.
   * @throws StoreConflict `exists` or `version`
   */
  put(row: R, replaces: number | undefined): string;
}

/** How rows are stored, where not as they are. */
export interface RowForm<R> {
  read(stored: StoredRow): R;
  /** What the table holds of a row; and what is written after it elsewhere. */
  split(row: R): { readonly row: Versioned; writeRest(): void };
}

/** An aggregate whose rows may be deleted. */
export interface RemovableAggregate<R> extends Aggregate<R> {
  /** Deletes the row, if it exists. */
  remove(key: string): void;
}

/** Told how long the body of each row is that is read or written. */
export type OnBody = (characters: number) => void;

/** A connection, and Drizzle on it. */
export interface Connection {
  readonly database: Database;
  readonly db: BetterSQLite3Database;
}

interface Versioned {
  readonly version: number;
  readonly created_at: number;
}

/** `onBody` is told the characters of the body of each row that is read or written. */
export function aggregate<T extends TableName>(
  { database, db }: Connection,
  name: T,
  onBody: OnBody = nothing,
  form: RowForm<Tables[T]> = asTheyAre(name),
): Aggregate<Tables[T]> {
  const table: AggregateTable = AGGREGATE_TABLES[name];
  const columns: TableColumns<Tables[T]> = COLUMNS[name];
  const select = once(() => new NativeStatement<StoredRow & { readonly key: string }>(database, selectMany(db, table)));
  const selectOne = once(() => new NativeStatement<StoredRow>(database, selectByKey(db, table)));
  // Both at once: who inserts rows changes them too.
  const writes = once(() => ({
    insert: new NativeStatement(database, insertInto(db, table, columns)),
    update: new NativeStatement(database, updateOf(db, table, columns)),
  }));
  const fixedOf = valuesOf(columns.fixed);
  const changingOf = valuesOf(columns.changing);
  const decoded = (row: StoredRow): Tables[T] => {
    onBody(String(row.body).length);
    return form.read(row);
  };
  return {
    one(key) {
      const row = selectOne().get({ key });
      return row && decoded(row);
    },
    many(keys) {
      const rows = select().all({ keys: JSON.stringify(keys) });
      return new Map(rows.map((row) => [row.key, decoded(row)]));
    },
    put(row, replaces) {
      const key = columns.key(row);
      const split = form.split(row);
      const body = bodyOf(split.row);
      onBody(body.length);
      const values = { key, version: row.version, body, ...changingOf(row) };
      const { changes } = orConflict(name, key, () =>
        replaces === undefined
          ? writes().insert.run({ ...values, created_at: row.created_at, ...fixedOf(row) })
          : writes().update.run({ ...values, expected: replaces }),
      );
      if (changes !== 1) throw new StoreConflict(replaces === undefined ? 'exists' : 'version', name, key);
      split.writeRest();
      checkWritten(name, row);
      return key;
    },
  };
}

function asTheyAre<T extends TableName>(name: T): RowForm<Tables[T]> {
  return { read: (stored) => trustedRow(name, stored), split: (row) => ({ row, writeRest: nothing }) };
}

function nothing(): void {}

/** A delete of any other table would have to look for references to it. */
export function removable<T extends RemovableTable>(
  connection: Connection,
  name: T,
  onBody?: OnBody,
): RemovableAggregate<Tables[T]> {
  const table: AggregateTable = AGGREGATE_TABLES[name];
  const remove = once(() =>
    connection.db
      .delete(table)
      .where(eq(table.key, sql.placeholder('key')))
      .prepare(),
  );
  return { ...aggregate(connection, name, onBody), remove: (key) => void remove().run({ key }) };
}

/** All but the version, which has a column. */
function bodyOf(row: Versioned): string {
  return JSON.stringify({ ...row, version: undefined });
}

function selectMany(db: BetterSQLite3Database, table: AggregateTable) {
  return db
    .select({ key: table.key, version: table.version, body: table.body })
    .from(table)
    .where(sql`${table.key} IN (SELECT value FROM json_each(${sql.placeholder('keys')}))`);
}

function selectByKey(db: BetterSQLite3Database, table: AggregateTable) {
  return db
    .select({ version: table.version, body: table.body })
    .from(table)
    .where(eq(table.key, sql.placeholder('key')));
}

function insertInto<R>(db: BetterSQLite3Database, table: AggregateTable, { fixed, changing }: TableColumns<R>) {
  const names = ['key', 'created_at', 'version', 'body', ...Object.keys(fixed), ...Object.keys(changing)];
  return db.insert(table).values(placeholders(names)).onConflictDoNothing({ target: table.key });
}

/** Sets only the columns that change: setting a column to the same value still makes SQLite write its indexes and check its references. */
function updateOf<R>(db: BetterSQLite3Database, table: AggregateTable, { changing }: TableColumns<R>) {
  return db
    .update(table)
    .set(placeholders(['version', 'body', ...Object.keys(changing)]))
    .where(and(eq(table.key, sql.placeholder('key')), eq(table.version, sql.placeholder('expected'))));
}

function placeholders(names: readonly string[]) {
  return Object.fromEntries(names.map((name) => [name, sql.placeholder(name)]));
}

/** SQLite has no booleans. */
function valuesOf<R>(columns: Readonly<Record<string, (row: R) => ColumnValue>>) {
  const entries = Object.entries(columns);
  return (row: R): Readonly<Record<string, string | number | null>> => {
    const values: Record<string, string | number | null> = {};
    for (const [name, of] of entries) {
      const value = of(row);
      values[name] = typeof value === 'boolean' ? Number(value) : value;
    }
    return values;
  };
}
