import type { SQL } from 'drizzle-orm';
import type { AcceptedReceipt } from '../../domain/receipt/receipt.js';
import type { Words } from '../sql/dialect.js';
import type { ColumnValue } from '../tables/table.js';
import type { TableName, Tables } from '../tables/tables.js';

/** A row that a lookup has found. */
export type FoundRow = Readonly<Record<string, unknown>>;

/** Turns a raw result row of an engine into a typed table row. */
export interface FoundRows {
  row<T extends TableName>(table: T, found: FoundRow): Tables[T] | undefined;
}

/** A read of rows by criteria other than their key. `Name` is the union of its placeholders' names. */
export interface Lookup<Args extends readonly unknown[], Answer, Name extends string = string> {
  /** Values of the placeholders. The statement runs once for each element. */
  readonly values: (...args: Args) => readonly Readonly<Record<Name, string>>[];
  readonly query: (words: Words, p: (name: Name) => SQL) => SQL;
  readonly answer: (found: readonly FoundRow[], rows: FoundRows, args: Args) => Answer;
  /**
   * Returns the arguments of the only call of this lookup whose result a new receipt changes. If omitted, a new receipt
   * may change all results.
   */
  readonly changedBy?: (receipt: AcceptedReceipt) => Args;
  /**
   * Returns the arguments of the only call whose result depends on a row with these columns. If omitted, a written row
   * of any table that the lookup reads may change all results.
   */
  readonly changedByRow?: (columns: Readonly<Record<string, ColumnValue>>) => Args;
}

/**
 * Declares a lookup. The parameters of `values` become the lookup's arguments, and the result of `answer` its result.
 */
export function lookup<Args extends readonly unknown[] | [], Answer, Name extends string>(
  declared: Lookup<Args, Answer, Name>,
): Lookup<Args, Answer> {
  return declared;
}
