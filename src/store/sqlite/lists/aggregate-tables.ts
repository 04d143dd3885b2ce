import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import * as schema from '../../../../db/sqlite/schema.js';
import type { TableName } from '../../../ports.js';

/** A table with the columns that every aggregate has. */
export interface AggregateTable extends SQLiteTable {
  readonly key: SQLiteColumn;
  readonly created_at: SQLiteColumn;
  readonly version: SQLiteColumn;
  readonly body: SQLiteColumn;
}

/** The table of each aggregate. */
export const AGGREGATE_TABLES = schema satisfies Readonly<Record<TableName, AggregateTable>>;
