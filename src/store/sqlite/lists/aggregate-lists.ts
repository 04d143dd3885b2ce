import { and, asc, eq, getTableColumns, gt, sql } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { required } from '../../../domain/values/required.js';
import type { IdPosition, Page, Position, TableName, Tables } from '../../../ports.js';
import { OLDEST, pageOf } from '../../list-pages.js';
import { trustedRow } from '../../trusted-row.js';
import { AGGREGATE_TABLES, type AggregateTable } from './aggregate-tables.js';

const placeholder = sql.placeholder;

/** The column with the owner of a list's rows. */
type OwnerColumn = 'organization_id' | 'shop_id';

/** The tables whose rows of one owner are listed. */
type Owned<O extends OwnerColumn> = {
  [T in TableName]: (typeof AGGREGATE_TABLES)[T] extends Readonly<Record<O, SQLiteColumn>> ? T : never;
}[TableName];

/** The rows of one owner, oldest first; served by an index on (owner, created_at, key). */
export function listOfOwner<O extends OwnerColumn, T extends Owned<O>>(
  db: BetterSQLite3Database,
  name: T,
  ownerColumn: O,
) {
  const table: AggregateTable = AGGREGATE_TABLES[name];
  const owner = required(getTableColumns(table)[ownerColumn], ownerColumn);
  const query = db
    .select({ key: table.key, version: table.version, body: table.body })
    .from(table)
    .where(
      and(
        eq(owner, placeholder('owner')),
        sql`(${table.created_at}, ${table.key}) > (${placeholder('created_at')}, ${placeholder('id')})`,
      ),
    )
    .orderBy(asc(table.created_at), asc(table.key))
    .limit(placeholder('limit'))
    .prepare();
  return (filter: Readonly<Record<O, string>>, after: Position | undefined, limit: number): Page<Tables[T]> => {
    const rows = query
      .all({ owner: filter[ownerColumn], ...(after ?? OLDEST), limit: limit + 1 })
      .map((row) => ({ id: String(row.key), value: trustedRow(name, row) }));
    const { entries, next } = pageOf(rows, limit, ({ id, value }) => ({ created_at: value.created_at, id }));
    return { entries: entries.map(({ value }) => value), next };
  };
}

/** The rows of all tenants, by id. */
export function listOfAll<T extends Owned<'organization_id'> | 'organization' | 'deployment' | 'idempotency'>(
  db: BetterSQLite3Database,
  name: T,
) {
  const table: AggregateTable = AGGREGATE_TABLES[name];
  const query = db
    .select({ version: table.version, body: table.body })
    .from(table)
    .where(gt(table.key, placeholder('id')))
    .orderBy(asc(table.key))
    .limit(placeholder('limit'))
    .prepare();
  return (_all: unknown, after: IdPosition | undefined, limit: number): Page<Tables[T], IdPosition> => {
    const rows = query.all({ id: after?.id ?? '', limit: limit + 1 }).map((row) => trustedRow(name, row));
    return pageOf(rows, limit, ({ id }) => ({ id }));
  };
}
