import type { ImportedRow, RowProblem } from '../operations/shop/check-items.js';
import { checkFileRow } from './check-row.js';
import type { Cells } from './delimited.js';
import { convertPrices, parseCells } from './portal-file.js';
import { type Reading, readFile } from './read-file.js';
import { RowBuffer } from './row-buffer.js';
import type { FileRows, IgnoredColumn } from './rows.js';

export interface ReadItems<Rows = RowBuffer> extends Findings {
  /** Well-formed rows. */
  readonly rows: Rows;
  readonly ignored: readonly IgnoredColumn[];
}

interface Findings {
  readonly refused: readonly RowProblem[];
  /** Values of well-formed rows that differ between the file and the imported item. */
  readonly warnings: readonly RowProblem[];
  /** Rows for things that the shop cannot sell. */
  readonly skipped: readonly RowProblem[];
}

type OnRow = (done: number, total: number) => void;

/**
 * Reads the items of a file with this name, and validates the form of every row.
 * @throws PortalError `invalid_request` when the file as a whole cannot be read
 */
export function readItems(file: string, bytes: Buffer, reading: Reading, onRow?: OnRow): ReadItems {
  const rows = new RowBuffer();
  const read = readFile(file, bytes, reading);
  return { rows, ignored: read.ignored, ...check(read, (row) => rows.keep(row), onRow) };
}

/** Validates rows in the portal's own format: any invalid member rejects its row. `source` names their origin. */
export function checkFileRows(source: string, cells: readonly Cells[], currency: string): ReadItems<ImportedRow[]> {
  const rows: ImportedRow[] = [];
  const read = { ...convertPrices(source, cells, currency, parseCells), optional: new Set<string>() };
  return { rows, ignored: [], ...check(read, (row) => rows.push(row)) };
}

function check({ count, rows, optional }: FileRows, keep: (row: ImportedRow) => void, onRow?: OnRow): Findings {
  const refused: RowProblem[] = [];
  const warnings: RowProblem[] = [];
  const skipped: RowProblem[] = [];
  const seen = new Set<string>();
  let row = 0;
  for (const fileRow of rows) {
    row += 1;
    const { forNew, isTaxed, problem } = fileRow;
    const { found, warnings: some } = checkFileRow(fileRow, row, seen, optional);
    const id = 'issue' in found ? found.id : found.item.id;
    if (fileRow.skipped !== undefined) skipped.push({ row, id, problem: fileRow.skipped });
    // The file reader's problem describes the original text, so it takes precedence.
    else if ('issue' in found) refused.push({ row, id, problem: problem ?? found.problem });
    else if (problem !== undefined) refused.push({ row, id, problem });
    else {
      keep({ ...found, forNew, isTaxed });
      warnings.push(...some.map((warning) => ({ row, id, problem: warning })));
    }
    onRow?.(row, count);
  }
  return { refused, warnings, skipped };
}
