import { MOVED_TABLES, type MovedTable } from './moved-tables.js';
import { cellsOf, type MovedRow, type MovedRows, type MoveSide, textOf } from './side.js';

/** Called after each page with running totals: rows read, and rows written or removed. */
type OnProgress = (looked: number, written: number) => void;

interface PagePair {
  readonly source: readonly MovedRow[];
  readonly target: readonly MovedRow[];
}

/**
 * Makes the target equal to a snapshot of the source: writes missing and differing rows, and removes surplus ones. It
 * can therefore follow an interrupted pass. Returns the number of rows written or removed.
 */
export async function copyPass(source: MovedRows, target: MoveSide, told: OnProgress): Promise<number> {
  let [looked, written] = [0, 0];
  const there = await target.present();
  for (const table of MOVED_TABLES) {
    const count = (pair: PagePair, changed: number) => {
      looked += pair.source.length;
      written += changed;
      told(looked, written);
    };
    const isEmpty = (await there.page(table, undefined)).length === 0;
    // Existing rows come first: a new row may need a unique value that a changed row gives up.
    if (table.takesPlaces && !isEmpty)
      for await (const pair of readPagePairs(table, source, there)) count(pair, await writeKnown(table, pair, target));
    for await (const pair of readPagePairs(table, source, isEmpty ? NOTHING : there))
      count(pair, await writeAll(table, pair, target));
  }
  return written;
}

const NOTHING: MovedRows = { page: async () => [], through: async () => [] };

/**
 * Yields pages of source rows with the target rows in the same key range. Target rows after the last source row follow
 * in pages without source rows.
 */
export async function* readPagePairs(
  table: MovedTable,
  source: MovedRows,
  target: MovedRows,
): AsyncGenerator<PagePair> {
  let after: MovedRow | undefined;
  for (;;) {
    const rows = await source.page(table, after);
    const last = rows.at(-1);
    if (!last) break;
    yield { source: rows, target: await target.through(table, after, last) };
    after = last;
  }
  for (;;) {
    const rows = await target.page(table, after);
    after = rows.at(-1);
    if (!after) return;
    yield { source: [], target: rows };
  }
}

async function writeKnown(table: MovedTable, pair: PagePair, target: MoveSide): Promise<number> {
  const { changed } = findDifferences(table, pair);
  if (changed.length > 0) await target.put(table, changed);
  return changed.length;
}

async function writeAll(table: MovedTable, pair: PagePair, target: MoveSide): Promise<number> {
  const { missing, changed, surplus } = findDifferences(table, pair);
  const written = [...changed, ...missing];
  if (surplus.length > 0) await target.remove(table, surplus);
  if (written.length > 0) await target.put(table, written);
  return written.length + surplus.length;
}

/** Finds the differences between the source and target rows of a page, by key. */
export function findDifferences(table: MovedTable, { source, target }: PagePair) {
  const keyOf = (row: MovedRow) => textOf(cellsOf(table, table.key, row));
  const there = new Map(target.map((row) => [keyOf(row), row]));
  const wanted = new Set<string>();
  const [missing, changed]: [MovedRow[], MovedRow[]] = [[], []];
  for (const row of source) {
    const key = keyOf(row);
    wanted.add(key);
    const other = there.get(key);
    if (!other) missing.push(row);
    else if (textOf(other) !== textOf(row)) changed.push(row);
  }
  return { missing, changed, surplus: target.filter((row) => !wanted.has(keyOf(row))) };
}
