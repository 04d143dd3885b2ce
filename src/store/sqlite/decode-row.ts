import type { TableName, Tables } from '../../ports.js';

/** Body JSON and version column together are the row. */
export interface StoredRow {
  readonly body: unknown;
  readonly version: unknown;
}

/** The row of a table from its columns. */
export function decodeRow<T extends TableName>(_table: T, row: StoredRow): Tables[T] {
  const body = JSON.parse(String(row.body));
  body.version = Number(row.version);
  return body;
}
