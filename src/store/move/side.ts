import type { DataMove } from '../data-move.js';
import type { MovedTable } from './moved-tables.js';

export type Cell = string | number | null | Uint8Array;

/** Cells of a row, in the order of the moved table's columns. */
export type MovedRow = readonly Cell[];

/** Reads the rows of a database in the order of each table. */
export interface MovedRows {
  /** Reads the page of rows after a row, or the first page. */
  page(table: MovedTable, after: MovedRow | undefined): Promise<MovedRow[]>;
  /** Reads all rows after `after`, up to and including `last`. `undefined` starts at the beginning. */
  through(table: MovedTable, after: MovedRow | undefined, last: MovedRow): Promise<MovedRow[]>;
}

/** One of the two databases of a move. */
export interface MoveSide {
  /** Name for output, without the password. */
  readonly shown: string;
  /** Reads the row of `data_move`. */
  move(): Promise<DataMove | undefined>;
  /** Writes the row durably, together with all earlier writes; `undefined` deletes it. */
  setMove(move: DataMove | undefined): Promise<void>;
  /** True if all tables are empty. */
  isEmpty(): Promise<boolean>;
  /**
   * Reads from one snapshot of the database. If the database is closed for writing, the snapshot has all of its writes,
   * because a closing waits for the transactions that began before it.
   */
  snapshot<R>(read: (rows: MovedRows) => Promise<R>): Promise<R>;
  /** Reads the current state, without a snapshot. */
  present(): Promise<MovedRows>;
  /** Writes rows, replaces those with the same key, and updates derived rows. */
  put(table: MovedTable, rows: readonly MovedRow[]): Promise<void>;
  remove(table: MovedTable, rows: readonly MovedRow[]): Promise<void>;
  /** Called after the last row: prepares the database to be served. */
  finish(): Promise<void>;
  close(): Promise<void>;
}

/** Selects the cells of these columns. */
export function cellsOf(table: MovedTable, columns: readonly string[], row: MovedRow): Cell[] {
  return columns.map((column) => row[table.columns.indexOf(column)] ?? null);
}

/** Serializes cells; the texts are equal only if the cells are. */
export function textOf(cells: readonly Cell[]): string {
  return JSON.stringify(
    cells.map((cell) => (cell instanceof Uint8Array ? Buffer.from(cell).toString('base64') : cell)),
  );
}
