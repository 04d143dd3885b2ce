import { sql } from 'drizzle-orm';
import { Query, type Reads } from '../sql/query.js';
import type { CheckResult } from './check-result.js';
import { countQuery, countRows } from './count-rows.js';

interface StockRow {
  readonly key: string;
  readonly units: number | null;
  /** Sum of the ledger's movements. */
  readonly moved: number;
  /** Units left as recorded by the last movement. */
  readonly said: number | null;
}

const ITEMS = sql`SELECT key FROM counter WHERE name = 'stock' UNION SELECT key FROM stock_movement`;

/** Items whose counter and ledger differ. */
const INVALID_STOCK = new Query<StockRow>(
  () => sql`
  SELECT key, units, moved, said FROM (
    SELECT key, (SELECT value FROM counter WHERE name = 'stock' AND counter.key = item.key) AS units,
      (SELECT CAST(coalesce(sum("by"), 0) AS bigint) FROM stock_movement WHERE stock_movement.key = item.key) AS moved,
      (SELECT stock_after FROM stock_movement WHERE stock_movement.key = item.key ORDER BY seq DESC LIMIT 1) AS said
    FROM (${ITEMS}) AS item
  ) AS counted
  WHERE moved <> coalesce(units, 0) OR said IS DISTINCT FROM units ORDER BY key`,
);
const COUNT = countQuery(sql`(${ITEMS}) AS item`);

/** Compares the stock ledger of every item with the item's stock counter. */
export function* checkStock(): Reads<CheckResult> {
  const rows = yield* INVALID_STOCK.all({});
  const faults = rows.map(
    ({ key, units, moved, said }) =>
      `item ${key}: ${unitsOf(units)}, but its ledger adds up to ${moved} and says ${unitsOf(said)}`,
  );
  return { part: 'stock', count: yield* countRows(COUNT), faults };
}

function unitsOf(units: number | null): string {
  return units === null ? 'units are not counted' : `${units} are left`;
}
