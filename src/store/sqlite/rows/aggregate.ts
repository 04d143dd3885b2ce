import { and, eq, sql } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import { once } from '../../../domain/values/once.js';
import { type RemovableTable, StoreConflict, type TableName, type Tables } from '../../../ports.js';
import { COLUMNS, type ColumnValue, type TableColumns } from '../../columns.js';
import { type StoredRow, trustedRow } from '../../trusted-row.js';
import { AGGREGATE_TABLES, type AggregateTable } from '../lists/aggregate-tables.js';
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

interface Versioned {
  readonly version: number;
  readonly created_at: number;
}

export function aggregate<T extends TableName>(
  db: BetterSQLite3Database,
  name: T,
  form: RowForm<Tables[T]> = asTheyAre(name),
): Aggregate<Tables[T]> {
  const table: AggregateTable = AGGREGATE_TABLES[name];
  const columns: TableColumns<Tables[T]> = COLUMNS[name];
  const select = once(() => selectMany(db, table));
  const selectOne = once(() => selectByKey(db, table));
  // Both at once: who inserts rows changes them too.
  const writes = once(() => ({ insert: insertInto(db, table, columns), update: updateOf(db, table, columns) }));
  const fixedOf = valuesOf(columns.fixed);
  const changingOf = valuesOf(columns.changing);
  return {
    one(key) {
      const row = selectOne().get({ key });
      return row && form.read(row);
    },
    many(keys) {
      const rows = select().all({ keys: JSON.stringify(keys) });
      return new Map(rows.map((row) => [String(row.key), form.read(row)]));
    },
    put(row, replaces) {
      const split = form.split(row);
      const { version, ...body } = split.row;
      const key = columns.key(row);
      const values = { key, version, body: JSON.stringify(body), ...changingOf(row) };
      const { changes } = orConflict(name, key, () =>
        replaces === undefined
          ? writes().insert.run({ ...values, created_at: row.created_at, ...fixedOf(row) })
          : writes().update.run({ ...values, expected: replaces }),
      );
      if (changes !== 1) throw new StoreConflict(replaces === undefined ? 'exists' : 'version', name, key);
      split.writeRest();
      return key;
    },
  };
}

function asTheyAre<T extends TableName>(name: T): RowForm<Tables[T]> {
  return { read: (stored) => trustedRow(name, stored), split: (row) => ({ row, writeRest: nothing }) };
}

function nothing(): void {}

/** A delete of any other table would have to look for references to it. */
export function removable<T extends RemovableTable>(db: BetterSQLite3Database, name: T): RemovableAggregate<Tables[T]> {
  const table: AggregateTable = AGGREGATE_TABLES[name];
  const remove = once(() =>
    db
      .delete(table)
      .where(eq(table.key, sql.placeholder('key')))
      .prepare(),
  );
  return { ...aggregate(db, name), remove: (key) => void remove().run({ key }) };
}

function selectMany(db: BetterSQLite3Database, table: AggregateTable) {
  return db
    .select({ key: table.key, version: table.version, body: table.body })
    .from(table)
    .where(sql`${table.key} IN (SELECT value FROM json_each(${sql.placeholder('keys')}))`)
    .prepare();
}

function selectByKey(db: BetterSQLite3Database, table: AggregateTable) {
  return db
    .select({ version: table.version, body: table.body })
    .from(table)
    .where(eq(table.key, sql.placeholder('key')))
    .prepare();
}

function insertInto<R>(db: BetterSQLite3Database, table: AggregateTable, { fixed, changing }: TableColumns<R>) {
  const names = ['key', 'created_at', 'version', 'body', ...Object.keys(fixed), ...Object.keys(changing)];
  return db.insert(table).values(placeholders(names)).onConflictDoNothing({ target: table.key }).prepare();
}

/** Sets only the columns that change: setting a column to the same value still makes SQLite write its indexes and check its references. */
function updateOf<R>(db: BetterSQLite3Database, table: AggregateTable, { changing }: TableColumns<R>) {
  return db
    .update(table)
    .set(placeholders(['version', 'body', ...Object.keys(changing)]))
    .where(and(eq(table.key, sql.placeholder('key')), eq(table.version, sql.placeholder('expected'))))
    .prepare();
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
