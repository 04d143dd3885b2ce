import type { TableName, Tables } from './tables.js';

/**
 * A row written as a whole. Only `insertWrite` and `replaceWrite` create one, so that its version always follows the one that it
 * replaces, and `row` is what the table holds after the decision.
 */
export class RowPut<T extends TableName> {
  readonly type = 'put';
  readonly table: T;
  /** As it is stored: its version is counted up. */
  readonly row: Tables[T];
  /** The version that is stored until then; undefined = there is no such row. */
  readonly replaces: number | undefined;
  /** Keeps object literals from having this type, so that only the functions below create a put. */
  declare protected readonly made: never;

  constructor(table: T, row: Tables[T], replaces: number | undefined) {
    this.table = table;
    this.row = { ...row, version: (replaces ?? 0) + 1 };
    this.replaces = replaces;
  }
}

export type Put = { [T in TableName]: RowPut<T> }[TableName];

/** The write of a new row; its own `version` is ignored. */
export function insertWrite<T extends TableName>(table: T, row: Tables[T]): RowPut<T> {
  return new RowPut(table, row, undefined);
}

/** The write of a row that replaces `before`, as the decision has read it; of version 0 there is no row yet. */
export function replaceWrite<T extends TableName>(table: T, before: Tables[T], row: Tables[T]): RowPut<T> {
  return new RowPut(table, row, before.version === 0 ? undefined : before.version);
}
