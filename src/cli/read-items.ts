import { checkItem, type ImportedRow, type RowProblem } from '../operations/shop/check-items.js';
import type { Cells } from './catalog/delimited.js';
import { fromCells, withPrices } from './catalog/portal-file.js';
import { type Reading, readFile } from './catalog/read-file.js';
import { RowBuffer } from './catalog/row-buffer.js';
import type { FileRows } from './catalog/rows.js';

export interface ReadItems<Rows = RowBuffer> {
  /** Those of a valid form. */
  readonly rows: Rows;
  readonly refused: readonly RowProblem[];
}

type OnRow = (done: number, total: number) => void;

/**
 * Reads the items of a file, and checks the form of every row.
 * @throws CommandError when the file as a whole cannot be read
 */
export function readItems(file: string, reading: Reading, onRow?: OnRow): ReadItems {
  const rows = new RowBuffer();
  const refused = check(readFile(file, reading), (row) => rows.keep(row), onRow);
  return { rows, refused };
}

/** The same for rows of our own form that are read already; `source` is where they are from. */
export function checkedRows(source: string, cells: readonly Cells[], currency: string): ReadItems<ImportedRow[]> {
  const rows: ImportedRow[] = [];
  const refused = check(withPrices(source, cells, currency, fromCells), (row) => rows.push(row));
  return { rows, refused };
}

/** Answers the rows that are refused. */
function check({ count, rows }: FileRows, keep: (row: ImportedRow) => void, onRow?: OnRow): RowProblem[] {
  const refused: RowProblem[] = [];
  const seen = new Set<string>();
  let row = 0;
  for (const { item, forNew, problem } of rows) {
    row += 1;
    const found = checkItem(item, row, seen);
    // What the reader of the file says of a row names the text that is in it.
    if ('issue' in found) refused.push({ row, id: found.id, problem: problem ?? found.problem });
    else if (problem !== undefined) refused.push({ row, id: found.item.id, problem });
    else keep({ ...found, forNew });
    onRow?.(row, count);
  }
  return refused;
}
