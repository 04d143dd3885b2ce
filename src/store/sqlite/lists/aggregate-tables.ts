import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import {
  agent,
  api_key,
  checkout,
  consumer,
  deployment,
  discount,
  idempotency,
  item,
  link_code,
  log_checkpoint,
  log_publication,
  order,
  organization,
  shop,
  signing_key,
} from '../../../../db/sqlite/schema.js';
import type { TableName } from '../../../ports.js';

/** A table with the columns that every aggregate has. */
export interface AggregateTable extends SQLiteTable {
  readonly key: SQLiteColumn;
  readonly created_at: SQLiteColumn;
  readonly version: SQLiteColumn;
  readonly body: SQLiteColumn;
}

/** The table of each aggregate. */
export const AGGREGATE_TABLES = {
  organization,
  shop,
  deployment,
  agent,
  consumer,
  api_key,
  signing_key,
  item,
  discount,
  checkout,
  order,
  idempotency,
  link_code,
  log_checkpoint,
  log_publication,
} as const satisfies Readonly<Record<TableName, AggregateTable>>;
