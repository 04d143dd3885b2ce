import type { RowPut, TableName, Tables } from '../../../ports.js';
import { decodeRow } from '../../decode-row.js';
import { encodeRow, type VersionedRow } from '../../encode-row.js';
import { readColumns, type Table } from '../../tables/table.js';
import { TABLES } from '../../tables/tables.js';
import type { ColumnValues, RowWrite } from './changes.js';

/** Returns the key of a row. */
export function keyOf<T extends TableName>(table: T, row: Tables[T]): string {
  const { key }: Table<Tables[T]> = TABLES[table];
  return key(row);
}

/** Builds the columns to write: all for a new row, only those that can change for an existing one. */
export function buildRowWrite<T extends TableName>(put: RowPut<T>, { stored, own = {} }: AsStored = {}): RowWrite {
  const { table, row, replaces } = put;
  const { columns }: Table<Tables[T]> = TABLES[table];
  const whole = encodeRow(row);
  const body = stored ? encodeRow(stored) : whole;
  const write = { version: row.version, replaces: replaces ?? 0, body, whole: body === whole ? undefined : whole };
  const changing = { ...readColumns(columns, 'changing').of(row), ...own };
  if (replaces !== undefined) return { ...write, isNew: false, values: changing };
  const values = { ...changing, ...readColumns(columns, 'fixed').of(row), created_at: row.created_at };
  return { ...write, isNew: true, values };
}

/** Returns a written row as later reads see it, which is after a round trip through JSON. */
export function toWrittenRow<T extends TableName>(table: T, { version, body, whole = body }: RowWrite): Tables[T] {
  return decodeRow(table, { version, body: whole });
}

/** Stored form of a row, where it differs from the row itself. */
export interface AsStored {
  readonly stored?: VersionedRow;
  /** Columns that only this engine has. */
  readonly own?: ColumnValues;
}
