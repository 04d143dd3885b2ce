import { getTableColumns, getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import * as schema from './schema.js';

const TABLES: ReadonlyMap<string, PgTable> = new Map(
  Object.values(schema).flatMap((table) => (is(table, PgTable) ? [[getTableName(table), table] as const] : [])),
);

/**
 * The type of each column of a table, by its name.
 * @throws Error when there is no such table
 */
export function columnTypes(table: string): Readonly<Record<string, string>> {
  const found = TABLES.get(table);
  if (!found) throw new Error(`there is no table ${table}`);
  return Object.fromEntries(Object.values(getTableColumns(found)).map((column) => [column.name, column.getSQLType()]));
}
