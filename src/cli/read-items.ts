import { checkItem, type ImportedRow, type RowProblem } from '../operations/shop/check-items.js';
import type { Cells } from './catalog/delimited.js';
import { convertPrices, parseCells } from './catalog/portal-file.js';
import { type Reading, readFile } from './catalog/read-file.js';
import { RowBuffer } from './catalog/row-buffer.js';
import type { FileRows } from './catalog/rows.js';

export interface ReadItems<Rows = RowBuffer> {
  /** Well-formed rows. */
  readonly rows: Rows;
  readonly refused: readonly RowProblem[];
}

type OnRow = (done: number, total: number) => void;

/**
 * Reads a file's items and validates the form of every row.
 * @throws CommandError when the file as a whole cannot be read
 */
export function readItems(file: string, reading: Reading, onRow?: OnRow): ReadItems {
  const rows = new RowBuffer();
  const refused = check(readFile(file, reading), (row) => rows.keep(row), onRow);
  return { rows, refused };
}

/** Validates rows in the portal's own form; `source` names their origin. */
export function checkFileRows(source: string, cells: readonly Cells[], currency: string): ReadItems<ImportedRow[]> {
  const rows: ImportedRow[] = [];
  const refused = check(convertPrices(source, cells, currency, parseCells), (row) => rows.push(row));
  return { rows, refused };
}

/** Returns the rejected rows. */
function check({ count, rows }: FileRows, keep: (row: ImportedRow) => void, onRow?: OnRow): RowProblem[] {
  const refused: RowProblem[] = [];
  const seen = new Set<string>();
  let row = 0;
  for (const { item, forNew, problem } of rows) {
    row += 1;
    const found = checkItem(item, row, seen);
    // The file reader's problem refers to the original text.
    if ('issue' in found) refused.push({ row, id: found.id, problem: problem ?? found.problem });
    else if (problem !== undefined) refused.push({ row, id: found.item.id, problem });
    else keep({ ...found, forNew });
    onRow?.(row, count);
  }
  return refused;
}
