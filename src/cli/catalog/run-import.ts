import { setTimeout as sleep } from 'node:timers/promises';
import type { ImportedRow, RowProblem } from '../../operations/shop/check-items.js';
import { type PlannedRow, planItems, plannedWrites } from '../../operations/shop/plan-items.js';
import type { Store } from '../../ports.js';
import type { Author } from '../../records/audit.js';
import { shopIn } from '../chosen-shop.js';
import { piecesOf } from './pieces.js';

/** What an import does, or would do, with each row of a valid form. */
export interface Outcome {
  readonly planned: readonly PlannedRow[];
  readonly refused: readonly RowProblem[];
}

type OnRow = (done: number, total: number) => void;

/** Holds all rows against the items of the shop, and writes nothing. */
export async function plannedImport(store: Store, shopId: string, rows: readonly ImportedRow[]): Promise<Outcome> {
  const outcomes: Outcome[] = [];
  for (const piece of piecesOf(rows)) outcomes.push(await store.read((found) => planItems(found, shopId, piece)));
  return joined(outcomes);
}

/**
 * Writes rows in pieces, each all or nothing, and leaves the lock to others between them. What an interrupted import has not
 * written, the next one does: rows that change nothing write nothing.
 */
export async function writeImport(
  store: Store,
  by: Author,
  shopId: string,
  rows: readonly ImportedRow[],
  onRow: OnRow,
): Promise<Outcome> {
  const outcomes: Outcome[] = [];
  let done = 0;
  for (const piece of piecesOf(rows)) {
    const started = performance.now();
    outcomes.push(
      await store.update((found) => {
        const plan = planItems(found, shopId, piece);
        return { writes: plannedWrites(by, shopIn(found, shopId), plan.planned), result: plan };
      }),
    );
    done += piece.length;
    onRow(done, rows.length);
    if (done < rows.length) await sleep(performance.now() - started);
  }
  return joined(outcomes);
}

function joined(outcomes: readonly Outcome[]): Outcome {
  const byRow = (a: { readonly row: number }, b: { readonly row: number }) => a.row - b.row;
  return {
    planned: outcomes.flatMap(({ planned }) => planned).sort(byRow),
    refused: outcomes.flatMap(({ refused }) => refused).sort(byRow),
  };
}
