import { pause } from '../../calls/pause.js';
import type { Shop } from '../../domain/shop/shop.js';
import type { CheckedRow } from '../../feeds/check-rows.js';
import type { RowBuffer } from '../../feeds/row-buffer.js';
import type { ImportedRow, RowProblem } from '../../operations/shop/check-items.js';
import { PieceSize } from '../../operations/shop/piece-size.js';
import { buildPlanWrites, type ImportRules, type Plan, planItems } from '../../operations/shop/plan-items.js';
import type { Store } from '../../ports.js';
import type { Author } from '../../records/audit.js';
import { shopIn } from '../choose-shop.js';
import { Collector } from './collector.js';

/** Numbers of rows by their effect, and the rows that were rejected while writing because of concurrent writes. */
export interface Written {
  readonly created: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly refused: readonly RowProblem[];
}

/** Rows per piece. The target duration of 20 ms is short, so that no other writer waits long for the lock. */
const PIECE_ROWS = { target: 20, first: 30, min: 30, max: 500 };

/**
 * Writes changed rows in pieces of one transaction each, and releases the lock in between. Each transaction compares
 * its rows again with the stored items. If an import was interrupted, repeating it writes the rest.
 */
export async function writeRows(
  store: Store,
  by: Author,
  shop: Shop,
  rows: RowBuffer,
  taken: readonly CheckedRow[],
  rules: ImportRules,
  onRow: (done: number, total: number) => void,
): Promise<Written> {
  const places = taken.flatMap(({ isWritten, place }) => (isWritten ? place : []));
  const ids = new Set(taken.map(({ id }) => id));
  const plans = { created: 0, changed: 0, unchanged: taken.length - places.length, refused: [] as RowProblem[] };
  const size = new PieceSize(PIECE_ROWS);
  const collector = new Collector();
  for (let done = 0; done < places.length; ) {
    const piece = rows.at(places.slice(done, done + size.units));
    const { plan, time } = await writePiece(store, by, shop, piece, rules, (id) => ids.has(id));
    size.took(piece.length, time);
    for (const { before, changed } of plan.planned)
      plans[changed.length === 0 ? 'unchanged' : before ? 'changed' : 'created'] += 1;
    plans.refused.push(...plan.refused);
    done += piece.length;
    onRow(done, places.length);
    collector.betweenPieces();
    if (done < places.length) await pause();
  }
  return plans;
}

/** Writes one piece. Also returns the time in milliseconds during which the lock kept other writers waiting. */
async function writePiece(
  store: Store,
  by: Author,
  { id: shopId, organization_id }: Shop,
  piece: readonly ImportedRow[],
  rules: ImportRules,
  isElsewhere: (id: string) => boolean,
): Promise<{ readonly plan: Plan; readonly time: number }> {
  let began = 0;
  const plan = await store.update((rows) => {
    began = performance.now();
    const found = planItems(rows, shopId, piece, rules, isElsewhere);
    return { writes: buildPlanWrites(by, shopIn(rows, shopId), found.planned), result: found };
  }, organization_id);
  return { plan, time: performance.now() - began };
}
