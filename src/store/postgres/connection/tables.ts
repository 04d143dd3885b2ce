import { getTableColumns } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import * as schema from '../../../../db/postgres/schema.js';
import type { TableName } from '../../../ports.js';

const TABLES: Readonly<Record<TableName, PgTable>> = schema;

/** A name as SQL has it: `order` and `by` are words of the language. */
export function quoted(name: string): string {
  return `"${name}"`;
}

/** The type of each column of an aggregate's table, by its name. */
export function columnTypes(table: TableName): Readonly<Record<string, string>> {
  const columns: Readonly<Record<string, PgColumn>> = getTableColumns(TABLES[table]);
  return Object.fromEntries(Object.values(columns).map((column) => [column.name, column.getSQLType()]));
}

/** The rows of several parameters that are arrays of one length: `unnest($1::text[], …) AS alias (name, …)`. */
export function rowsOf(alias: string, columns: readonly (readonly [name: string, type: string])[], first = 1): string {
  const arrays = columns.map(([, type], index) => `$${index + first}::${type}[]`).join(', ');
  return `unnest(${arrays}) AS ${alias} (${columns.map(([name]) => quoted(name)).join(', ')})`;
}
