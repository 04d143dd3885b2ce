import type { DataMove } from '../data-move.js';
import type { MovedTable } from './moved-tables.js';

export type Cell = string | number | null | Uint8Array;

/** The cells of a row, in the order of the table's columns. */
export type MovedRow = readonly Cell[];

/** Reads the rows of a database in the order of each table. */
export interface MovedRows {
  /** The next rows after one, or from the beginning; at most so many as a page has. */
  page(table: MovedTable, after: MovedRow | undefined): Promise<MovedRow[]>;
  /** All rows after one, up to and with another one; undefined = from the beginning. */
  through(table: MovedTable, after: MovedRow | undefined, last: MovedRow): Promise<MovedRow[]>;
}

/** One of the two databases of a move. */
export interface MoveSide {
  /** The database as it is shown: without its password. */
  readonly shown: string;
  /** The row of `data_move`. */
  move(): Promise<DataMove | undefined>;
  /** Writes it, durably and with all that was written before; undefined removes it. */
  setMove(move: DataMove | undefined): Promise<void>;
  /** Whether no table has a row. */
  isEmpty(): Promise<boolean>;
  /**
   * Reads one moment of the database. `isLast`: of a database that was closed, also when a transaction that began before is
   * still under way: one of the two is then refused.
   */
  snapshot<R>(isLast: boolean, read: (rows: MovedRows) => Promise<R>): Promise<R>;
  /** Reads what is there now. */
  present(): Promise<MovedRows>;
  /** Writes rows, in the place of those with the same key, and what is made from them. */
  put(table: MovedTable, rows: readonly MovedRow[]): Promise<void>;
  remove(table: MovedTable, rows: readonly MovedRow[]): Promise<void>;
  /** After the last row: what the engine needs to go on by itself. */
  finish(): Promise<void>;
  close(): Promise<void>;
}

/** The cells of these columns. */
export function cellsOf(table: MovedTable, columns: readonly string[], row: MovedRow): Cell[] {
  return columns.map((column) => row[table.columns.indexOf(column)] ?? null);
}

/** A row, or some cells of it, as text: equal for equal cells alone. */
export function textOf(cells: readonly Cell[]): string {
  return JSON.stringify(
    cells.map((cell) => (cell instanceof Uint8Array ? Buffer.from(cell).toString('base64') : cell)),
  );
}
