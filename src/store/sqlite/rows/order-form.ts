import type { Database } from 'better-sqlite3';
import type { Order } from '../../../domain/order/order.js';
import { orderTerms } from '../../../domain/order/order-terms.js';
import { required } from '../../../domain/values/required.js';
import { decodeRow, type StoredRow } from '../../decode-row.js';
import { joinTerms, splitTerms } from '../../term-lines.js';
import type { RowForm } from './stored-table.js';

/** Numbers of a shop and an order in the index of search terms, and the order's indexed terms. */
interface Indexed {
  /** `null` until the shop's first order is indexed. */
  readonly shop: number | null;
  /** Number of the order; for a new order, the next number. */
  readonly order: number;
  /** Next change number within the shop. */
  readonly changed: number;
  /** `null` for a new order. */
  readonly terms: string | null;
}

/** Writes orders with their change number within the shop, and updates their search terms. */
export class OrderForm implements RowForm<Order> {
  readonly own = { fixed: ['seq'], changing: ['changed', 'terms'] };
  private readonly indexed;
  private readonly numberShop;
  private readonly add;
  private readonly drop;

  constructor(database: Database) {
    // A file has one writer at a time, so each number is used once and never becomes visible before a smaller one.
    this.indexed = database.prepare<{ readonly id: string; readonly shop_id: string }, Indexed>(`
      SELECT
        (SELECT seq FROM shop WHERE key = $shop_id) AS shop,
        coalesce((SELECT seq FROM "order" WHERE key = $id), (SELECT coalesce(max(seq), 0) + 1 FROM "order")) AS "order",
        (SELECT coalesce(max(changed), 0) + 1 FROM "order" WHERE shop_id = $shop_id) AS changed,
        (SELECT terms FROM "order" WHERE key = $id) AS terms`);
    this.numberShop = database
      .prepare<[string], number>(
        'UPDATE shop SET seq = (SELECT coalesce(max(seq), 0) + 1 FROM shop) WHERE key = ? RETURNING seq',
      )
      .pluck();
    this.add = database.prepare('INSERT INTO order_term (shop_seq, term, order_seq) VALUES (?, ?, ?)');
    this.drop = database.prepare('DELETE FROM order_term WHERE shop_seq = ? AND term = ? AND order_seq = ?');
  }

  read(stored: StoredRow): Order {
    return decodeRow('order', stored);
  }

  split(row: Order): ReturnType<RowForm<Order>['split']> {
    const { shop_id, id } = row;
    const indexed = required(this.indexed.get({ id, shop_id }), 'numbers of an order');
    const terms = joinTerms(orderTerms(row));
    const own = { seq: indexed.order, changed: indexed.changed, terms };
    return { row, own, writeRest: () => this.writeTerms(shop_id, indexed, terms) };
  }

  private writeTerms(shopId: string, { shop, order, terms }: Indexed, now: string): void {
    const number = shop ?? required(this.numberShop.get(shopId), 'shop');
    const had = new Set(splitTerms(terms ?? ''));
    const has = new Set(splitTerms(now));
    for (const term of had) if (!has.has(term)) this.drop.run(number, term, order);
    for (const term of has) if (!had.has(term)) this.add.run(number, term, order);
  }
}
