import type { RowPut, TableName, Tables } from '../../../ports.js';
import { COLUMNS, type ColumnValue, type TableColumns } from '../../columns.js';
import type { ColumnValues, RowWrite } from './changes.js';

/** The key of a row. */
export function keyOf<T extends TableName>(table: T, row: Tables[T]): string {
  const columns: TableColumns<Tables[T]> = COLUMNS[table];
  return columns.key(row);
}

/** What is written of a row: all columns of a new one, and of another those that change. */
export function rowWrite<T extends TableName>({ table, row, replaces }: RowPut<T>): RowWrite {
  const columns: TableColumns<Tables[T]> = COLUMNS[table];
  const { version, ...members }: Versioned = row;
  const body = JSON.stringify(members);
  const changing = valuesOf(row, columns.changing);
  if (replaces !== undefined) return { isNew: false, version, body, values: changing };
  const values = { ...changing, ...valuesOf(row, columns.fixed), created_at: row.created_at };
  return { isNew: true, version, body, values };
}

interface Versioned {
  readonly version: number;
  readonly created_at: number;
}

/** Booleans are 0 and 1 on every engine. */
function valuesOf<R>(row: R, columns: Readonly<Record<string, (row: R) => ColumnValue>>): ColumnValues {
  const values = Object.entries(columns).map(([name, of]) => [name, of(row)] as const);
  return Object.fromEntries(values.map(([name, value]) => [name, typeof value === 'boolean' ? Number(value) : value]));
}
