import type { TableName, Tables } from './tables.js';

/**
 * Write of a complete row. Only `insertWrite` and `replaceWrite` create one, so its version always follows the version
 * that it replaces, and `row` is exactly the row to store.
 */
export class RowPut<T extends TableName> {
  readonly type = 'put';
  readonly table: T;
  /** The row to store, with its version incremented. */
  readonly row: Tables[T];
  /** Version that the stored row must have; `undefined` for a new row. */
  readonly replaces: number | undefined;
  /** Prevents object literals from matching this type, so that only the functions below create it. */
  declare protected readonly made: never;

  constructor(table: T, row: Tables[T], replaces: number | undefined) {
    this.table = table;
    this.row = { ...row, version: (replaces ?? 0) + 1 };
    this.replaces = replaces;
  }
}

export type Put = { [T in TableName]: RowPut<T> }[TableName];

/** Creates the write of a new row, whose `version` is ignored. */
export function insertWrite<T extends TableName>(table: T, row: Tables[T]): RowPut<T> {
  return new RowPut(table, row, undefined);
}

/**
 * Creates the write of a row that replaces `before`, as read by the decision. A `before` of version 0 is not stored
 * yet, so the row is inserted.
 */
export function replaceWrite<T extends TableName>(table: T, before: Tables[T], row: Tables[T]): RowPut<T> {
  return new RowPut(table, row, before.version === 0 ? undefined : before.version);
}
