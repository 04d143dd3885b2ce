import type { Database } from 'better-sqlite3';
import { splitTerms } from '../../term-lines.js';

/** Maximum number of orders that are not indexed yet. A search reads the rows of all of them. */
const MAX_UNINDEXED = 64;

const TERM = 'shop_seq = ? AND term = ? AND order_seq = ?';
const ADD = 'INSERT INTO order_term (shop_seq, term, order_seq)';
const UNINDEXED = `
  SELECT shop.seq AS shop, "order".seq AS "order", terms FROM "order" JOIN shop ON shop.key = shop_id
  WHERE "order".seq > (SELECT seq FROM indexed_order WHERE id = 1)`;
const ADD_ALL = `
  ${ADD} SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?) WHERE true ON CONFLICT DO NOTHING`;
/** Records that all orders are indexed. */
export const SET_INDEXED = 'UPDATE indexed_order SET seq = coalesce((SELECT max(seq) FROM "order"), 0) WHERE id = 1';

/** Numbers of an order and of its shop, and the order's terms. */
interface NumberedTerms {
  readonly shop: number;
  readonly order: number;
  readonly terms: string;
}

/** Numbers of the last order, and of the last one whose terms are indexed. */
export interface LastOrders {
  added: number;
  indexed: number;
}

/**
 * The index of the search terms of orders. Terms of new orders are indexed for many orders at once, so that they share
 * the pages that each entry alone would change.
 */
export class OrderTerms {
  private readonly add;
  private readonly addAll;
  private readonly drop;
  private readonly unindexed;
  private readonly setIndexed;

  constructor(database: Database) {
    this.add = database.prepare<[number, string, number]>(`${ADD} VALUES (?, ?, ?)`);
    this.addAll = database.prepare<[string]>(ADD_ALL);
    this.drop = database.prepare<[number, string, number]>(`DELETE FROM order_term WHERE ${TERM}`);
    this.unindexed = database.prepare<[], NumberedTerms>(UNINDEXED);
    this.setIndexed = database.prepare(SET_INDEXED);
  }

  /** Called after an order was inserted. */
  onInsert(last: LastOrders): void {
    if (last.added - last.indexed < MAX_UNINDEXED) return;
    this.indexNew();
    last.indexed = last.added;
  }

  /** Indexes all orders that are not indexed yet. */
  indexNew(): void {
    const entries = this.unindexed
      .all()
      .flatMap(({ shop, order, terms }) => splitTerms(terms).map((term) => [shop, term, order]));
    if (entries.length > 0) this.addAll.run(JSON.stringify(entries));
    this.setIndexed.run();
  }

  /** Replaces the terms of an indexed order. */
  replace({ shop, order, terms }: NumberedTerms, now: string): void {
    const [had, has] = [new Set(splitTerms(terms)), new Set(splitTerms(now))];
    for (const term of had) if (!has.has(term)) this.drop.run(shop, term, order);
    for (const term of has) if (!had.has(term)) this.add.run(shop, term, order);
  }
}
