import type { Database } from 'better-sqlite3';
import { type MovementCause, type StockWrite, StoreConflict } from '../../../ports.js';

/** Units left of each item, and the ledger of their movements. Neither is written without the other. */
export class Stock {
  private readonly left;
  private readonly move;
  private readonly set;
  private readonly drop;
  private readonly enter;

  constructor(database: Database) {
    this.left = database
      .prepare<[string], number>("SELECT value FROM counter WHERE name = 'stock' AND key = ?")
      .pluck();
    this.move = database
      .prepare<[object], number>(
        `UPDATE counter SET value = value + $by
         WHERE name = 'stock' AND key = $key AND ($below_zero OR $by > 0 OR value + $by >= 0) RETURNING value`,
      )
      .pluck();
    this.set = database.prepare(
      `INSERT INTO counter (name, key, value) VALUES ('stock', $key, $to)
       ON CONFLICT (name, key) DO UPDATE SET value = excluded.value`,
    );
    this.drop = database.prepare("DELETE FROM counter WHERE name = 'stock' AND key = ?");
    this.enter = database.prepare(ENTER);
  }

  /**
   * @throws StoreConflict `below_zero` if the units are not counted, or would fall below zero where that is forbidden
   */
  apply(write: StockWrite): void {
    if (write.type === 'set_stock') this.overwrite(write);
    else {
      const { key, by, below_zero = false, cause } = write;
      const after = this.move.get({ key, by, below_zero: Number(below_zero) });
      if (after === undefined) throw new StoreConflict('below_zero', 'stock', key);
      this.record(key, by, after, cause);
    }
  }

  private overwrite({ key, to, cause }: Extract<StockWrite, { readonly type: 'set_stock' }>): void {
    const before = this.left.get(key);
    if ((before ?? null) === to) return;
    if (to === null) this.drop.run(key);
    else this.set.run({ key, to });
    this.record(key, (to ?? 0) - (before ?? 0), to, cause);
  }

  private record(key: string, by: number, stock_after: number | null, cause: MovementCause): void {
    const { kind, reason, checkout_id, order_id, actor, at } = cause;
    this.enter.run({ key, by, stock_after, kind, reason, checkout_id, order_id, actor, at });
  }
}

/**
 * Computes the movement's number in a subquery, because an INSERT from a SELECT on the same table would buffer its rows
 * in a temporary table.
 */
const ENTER = `
  INSERT INTO stock_movement (key, seq, "by", kind, reason, checkout_id, order_id, actor, at, stock_after)
  VALUES ($key, (SELECT ifnull(max(seq), 0) + 1 FROM stock_movement WHERE key = $key),
    $by, $kind, $reason, $checkout_id, $order_id, $actor, $at, $stock_after)`;
