import type { Database } from 'better-sqlite3';
import { type SQL, type SQLChunk, sql } from 'drizzle-orm';
import { extend } from '../../../domain/values/extend.js';
import { memo } from '../../../domain/values/memo.js';
import { once } from '../../../domain/values/once.js';
import { StoreConflict, type TableName, type Tables } from '../../../ports.js';
import { checkWritten, decodeRow, type StoredRow } from '../../decode-row.js';
import { encodeRow, type VersionedRow } from '../../encode-row.js';
import { SQLITE_WORDS } from '../../sql/sqlite-dialect.js';
import type { Values } from '../../sql/values.js';
import { readColumns, type Table } from '../../tables/table.js';
import { TABLES } from '../../tables/tables.js';
import { NativeStatement } from './native-statement.js';
import { orConflict } from './or-conflict.js';

const { placeholder } = sql;

/** Maximum number of prepared updates of a table. */
const MAX_UPDATES = 16;

/** Reads and writes the rows of one table. */
export interface StoredTable<R> {
  one(key: string): R | undefined;
  /** Returns the existing rows by their keys; absent ones are left out. */
  many(keys: readonly string[]): Map<string, R>;
  /**
   * Inserts a row, or replaces the version that was read. Returns the row's key.
   * @throws StoreConflict `exists` or `version`
   */
  put(row: R, replaces: number | undefined): string;
  /** Deletes the row if it exists. */
  remove(key: string): void;
}

/** Like `StoredTable`, but reads rows in their stored form, and returns the form of a written row. */
export interface TableStatements<R> {
  one(key: string): StoredRow | undefined;
  many(keys: readonly string[]): Map<string, StoredRow>;
  decode(stored: StoredRow): R;
  /**
   * @param known returns the row that is replaced, if it is in memory; then only the columns that differ are set
   * @throws StoreConflict `exists` or `version`
   */
  put(row: R, replaces: number | undefined, known?: (key: string) => R | null | undefined): WrittenRow;
  remove(key: string): void;
}

interface WrittenRow {
  readonly key: string;
  readonly stored: StoredRow;
}

/** Stored form of rows, where it differs from the rows themselves. */
export interface RowForm<R> {
  /** Columns of this engine alone: those set at insertion only, and those set by each write. */
  readonly own?: { readonly fixed: readonly string[]; readonly changing: readonly string[] };
  read(stored: StoredRow): R;
  /**
   * Splits a row into its stored form, the values of the form's own columns, and a function that writes the rest elsewhere
   * once that form is written.
   */
  split(row: R, isNew: boolean): { readonly row: VersionedRow; readonly own?: Values; writeRest(body: string): void };
}

/** Reads every row from the file. */
export function uncachedTable<R>(statements: TableStatements<R>): StoredTable<R> {
  return {
    one(key) {
      const stored = statements.one(key);
      return stored && statements.decode(stored);
    },
    many: (keys) => new Map([...statements.many(keys)].map(([key, stored]) => [key, statements.decode(stored)])),
    put: (row, replaces) => statements.put(row, replaces).key,
    remove: (key) => statements.remove(key),
  };
}

/** The statements of a table, each prepared on first use. */
export function tableStatements<T extends TableName>(
  database: Database,
  name: T,
  form: RowForm<Tables[T]> = asTheyAre(name),
): TableStatements<Tables[T]> {
  const { key: keyOf, columns }: Table<Tables[T]> = TABLES[name];
  const own = form.own ?? { fixed: [], changing: [] };
  const [fixed, changing] = [readColumns(columns, 'fixed'), readColumns(columns, 'changing')];
  const table = sql`${sql.identifier(name)}`;
  const select = once(() => new NativeStatement<StoredRow & { readonly key: string }>(database, selectMany(table)));
  const selectOne = once(() => new NativeStatement<StoredRow>(database, selectByKey(table)));
  const insert = once(
    () =>
      new NativeStatement(
        database,
        insertInto(table, [...fixed.names, ...changing.names, ...own.fixed, ...own.changing]),
      ),
  );
  // Changes set few combinations of columns.
  const updates = memo(MAX_UPDATES, (changed: string) => {
    const names = changing.names.filter((name) => changed.includes(`,${name},`));
    return new NativeStatement(database, updateOf(table, [...names, ...own.changing]));
  });
  const one = (key: string) => selectOne().get({ key });
  const remove = once(
    () => new NativeStatement(database, sql`DELETE FROM ${table} WHERE "key" = ${placeholder('key')}`),
  );
  return {
    one,
    many(keys) {
      const [key] = keys;
      if (key !== undefined && keys.length === 1) {
        // SQLite takes twice as long for a list of one key as for the key alone.
        const stored = one(key);
        return new Map(stored && [[key, stored]]);
      }
      const rows = select().all({ keys });
      return new Map(rows.map((row) => [row.key, row]));
    },
    decode: (stored) => form.read(stored),
    put(row, replaces, known) {
      const key = keyOf(row);
      const split = form.split(row, replaces === undefined);
      const stored = { version: row.version, body: encodeRow(split.row) };
      const columns = changing.of(row);
      const values = { key, ...stored, ...columns, ...split.own };
      const differing = () => {
        const before = known?.(key);
        const had = before && before.version === replaces ? changing.of(before) : undefined;
        return changing.names.filter((column) => had?.[column] !== columns[column]);
      };
      const { changes } = orConflict(name, key, () =>
        replaces === undefined
          ? insert().run(extend(values, { created_at: row.created_at, ...fixed.of(row) }))
          : updates(`,${differing().join()},`).run(extend(values, { expected: replaces })),
      );
      if (changes !== 1) throw new StoreConflict(replaces === undefined ? 'exists' : 'version', name, key);
      split.writeRest(stored.body);
      checkWritten(name, row);
      return { key, stored };
    },
    remove: (key) => void remove().run({ key }),
  };
}

function asTheyAre<T extends TableName>(name: T): RowForm<Tables[T]> {
  return { read: (stored) => decodeRow(name, stored), split: (row) => ({ row, writeRest: nothing }) };
}

function nothing(): void {}

function selectMany(table: SQL): SQL {
  return sql`SELECT "key", "version", "body" FROM ${table} WHERE ${SQLITE_WORDS.anyOf(sql`"key"`, placeholder('keys'))}`;
}

function selectByKey(table: SQL): SQL {
  return sql`SELECT "version", "body" FROM ${table} WHERE "key" = ${placeholder('key')}`;
}

function insertInto(table: SQL, columns: readonly string[]): SQL {
  const names = ['key', 'created_at', 'version', 'body', ...columns];
  const [into, values] = [names.map((name) => sql.identifier(name)), names.map((name) => sql`${placeholder(name)}`)];
  return sql`INSERT INTO ${table} (${listOf(into)}) VALUES (${listOf(values)}) ON CONFLICT ("key") DO NOTHING`;
}

/**
 * Sets only these columns: even for an equal value, SQLite would update the column's indexes and check its references.
 */
function updateOf(table: SQL, columns: readonly string[]): SQL {
  const sets = ['version', 'body', ...columns].map((name) => sql`${sql.identifier(name)} = ${placeholder(name)}`);
  const [key, expected] = [placeholder('key'), placeholder('expected')];
  return sql`UPDATE ${table} SET ${listOf(sets)} WHERE "key" = ${key} AND "version" = ${expected}`;
}

function listOf(parts: readonly SQLChunk[]): SQL {
  return sql.join([...parts], sql`, `);
}
