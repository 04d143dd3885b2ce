import { and, asc, eq, sql } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Page, Position } from '../ports.js';
import { decodeRow } from './aggregates.js';

/** A table of aggregates whose rows belong to someone. */
interface ListedTable extends SQLiteTable {
  readonly key: SQLiteColumn;
  readonly created_at: SQLiteColumn;
  readonly version: SQLiteColumn;
  readonly body: SQLiteColumn;
}

/** Sorts before every real position, so that the first page needs no statement of its own. */
export const OLDEST: Position = { created_at: -1, id: '' };
/** Sorts after every real position. */
export const NEWEST: Position = { created_at: Number.MAX_SAFE_INTEGER, id: '' };

/** The rows of one owner, oldest first; served by an index on (owner, created_at, key). */
export class KeysetList<R extends { readonly created_at: number }> {
  private readonly query;

  constructor(db: BetterSQLite3Database, table: ListedTable, owner: SQLiteColumn) {
    this.query = listQuery(db, table, owner);
  }

  page(owner: string, after: Position | undefined, limit: number): Page<R> {
    const { created_at, id } = after ?? OLDEST;
    const rows = this.query
      .all({ owner, created_at, id, limit: limit + 1 })
      .map((row) => ({ key: String(row.key), value: decodeRow<R>(row) }));
    const { entries, next } = pageOf(rows, limit, ({ key, value }) => ({ created_at: value.created_at, id: key }));
    return { entries: entries.map(({ value }) => value), next };
  }
}

function listQuery(db: BetterSQLite3Database, table: ListedTable, owner: SQLiteColumn) {
  return db
    .select({ key: table.key, version: table.version, body: table.body })
    .from(table)
    .where(
      and(
        eq(owner, sql.placeholder('owner')),
        sql`(${table.created_at}, ${table.key}) > (${sql.placeholder('created_at')}, ${sql.placeholder('id')})`,
      ),
    )
    .orderBy(asc(table.created_at), asc(table.key))
    .limit(sql.placeholder('limit'))
    .prepare();
}

/** One row more than the page was read to know whether there is a next one. */
export function pageOf<T, P>(rows: readonly T[], limit: number, position: (entry: T) => P): Page<T, P> {
  const entries = rows.slice(0, limit);
  const last = entries.at(-1);
  return { entries, next: rows.length > limit && last !== undefined ? position(last) : undefined };
}
