import type { Database } from 'better-sqlite3';
import type { CheckResult } from './check-result.js';

interface StockRow {
  readonly key: string;
  readonly units: number | null;
  /** Sum of the ledger's movements. */
  readonly moved: number | null;
  /** Units left according to the last movement. */
  readonly said: number | null;
}

/** Counter and ledger of each item. */
const STOCK = `
  SELECT key, (SELECT value FROM counter WHERE name = 'stock' AND counter.key = item.key) AS units,
    (SELECT sum("by") FROM stock_movement WHERE stock_movement.key = item.key) AS moved,
    (SELECT stock_after FROM stock_movement WHERE stock_movement.key = item.key ORDER BY seq DESC LIMIT 1) AS said
  FROM (SELECT key FROM counter WHERE name = 'stock' UNION SELECT key FROM stock_movement) AS item`;

/** Compares the ledger of every item's stock with its counter. */
export function checkStock(database: Database): CheckResult {
  const faults: string[] = [];
  let count = 0;
  for (const { key, units, moved, said } of database.prepare<[], StockRow>(STOCK).iterate()) {
    count += 1;
    if ((moved ?? 0) !== (units ?? 0) || said !== units)
      faults.push(`item ${key}: ${unitsOf(units)}, but its ledger adds up to ${moved ?? 0} and says ${unitsOf(said)}`);
  }
  return { part: 'stock', count, faults };
}

function unitsOf(units: number | null): string {
  return units === null ? 'units are not counted' : `${units} are left`;
}
