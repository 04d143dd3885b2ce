import { checkItems, type ImportedRow, type RowProblem } from '../operations/shop/check-items.js';
import type { Cells } from './catalog/delimited.js';
import { fromCells, withPrices } from './catalog/portal-file.js';
import { type Reading, readFile } from './catalog/read-file.js';
import type { FileRow } from './catalog/rows.js';

export interface ReadItems {
  readonly rows: readonly ImportedRow[];
  readonly refused: readonly RowProblem[];
}

/**
 * Reads the items of a file, and checks the form of every row.
 * @throws CommandError when the file as a whole cannot be read
 */
export function readItems(file: string, reading: Reading, onRow?: OnRow): ReadItems {
  return checked(readFile(file, reading), onRow);
}

/** The same for rows of our own form that are read already; `source` is where they are from. */
export function checkedRows(source: string, cells: readonly Cells[], currency: string): ReadItems {
  return checked(withPrices(source, cells.map(fromCells), currency));
}

type OnRow = (done: number, total: number) => void;

function checked(read: readonly FileRow[], onRow?: OnRow): ReadItems {
  const found = checkItems(
    read.map(({ item }) => item),
    onRow,
  );
  const unread = found.rows.flatMap(({ row, item }): RowProblem[] => {
    const { problem } = read[row - 1] ?? {};
    return problem === undefined ? [] : [{ row, id: item.id, problem }];
  });
  const bad = new Set(unread.map(({ row }) => row));
  return {
    rows: found.rows.flatMap((one) => (bad.has(one.row) ? [] : { ...one, forNew: read[one.row - 1]?.forNew })),
    // What the reader of the file says of a row names the text that is in it.
    refused: [
      ...found.refused.map(({ row, id, problem }) => ({ row, id, problem: read[row - 1]?.problem ?? problem })),
      ...unread,
    ],
  };
}
