import type { Database } from 'better-sqlite3';
import type { StockMovement } from '../../../ports.js';
import { pageOf } from '../../list-pages.js';
import type { ListQuery } from './list-query.js';

/** The ledger of an item, newest first. */
export function movementList(database: Database): ListQuery<'stock_movements'> {
  const query = database.prepare<[object], StockMovement>(
    `SELECT seq, "by", kind, reason, checkout_id, order_id, actor, at, stock_after FROM stock_movement
     WHERE key = $key AND seq < $seq ORDER BY seq DESC LIMIT $limit`,
  );
  return ({ item }, after, limit) => {
    const rows = query.all({ key: item, seq: after?.seq ?? Number.MAX_SAFE_INTEGER, limit: limit + 1 });
    return pageOf(rows, limit, ({ seq }) => ({ seq }));
  };
}
