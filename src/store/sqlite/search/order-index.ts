import type { Database } from 'better-sqlite3';
import type { Order } from '../../../domain/order/order.js';
import { orderTerms } from '../../../domain/order/order-terms.js';
import { required } from '../../../domain/values/required.js';
import { joinTerms, splitTerms } from '../../term-lines.js';

/** Numbers of a shop and an order in the index, and the order's indexed terms. */
interface Indexed {
  /** `null` until the shop's first order is indexed. */
  readonly shop: number | null;
  readonly order: number;
  readonly terms: string;
}

/** After each write of an order, updates its change number within the shop and its search terms. */
export class OrderIndex {
  private readonly indexed;
  private readonly write;
  private readonly numberShop;
  private readonly add;
  private readonly drop;

  constructor(database: Database) {
    this.indexed = database.prepare<[string], Indexed>(`
      SELECT
        (SELECT seq FROM shop WHERE key = "order".shop_id) AS shop,
        coalesce(seq, (SELECT coalesce(max(seq), 0) + 1 FROM "order")) AS "order",
        terms
      FROM "order" WHERE key = ?`);
    // A file has one writer at a time, so each number is used once and never becomes visible before a smaller one.
    this.write = database.prepare(`
      UPDATE "order"
      SET changed = (SELECT coalesce(max(changed), 0) + 1 FROM "order" WHERE shop_id = $shop_id), seq = $seq, terms = $terms
      WHERE key = $key`);
    this.numberShop = database
      .prepare<[string], number>(
        'UPDATE shop SET seq = (SELECT coalesce(max(seq), 0) + 1 FROM shop) WHERE key = ? RETURNING seq',
      )
      .pluck();
    this.add = database.prepare('INSERT INTO order_term (shop_seq, term, order_seq) VALUES (?, ?, ?)');
    this.drop = database.prepare('DELETE FROM order_term WHERE shop_seq = ? AND term = ? AND order_seq = ?');
  }

  put(order: Order): void {
    const { shop_id, id } = order;
    const before = required(this.indexed.get(id), 'order');
    const shop = before.shop ?? required(this.numberShop.get(shop_id), 'shop');
    const terms = joinTerms(orderTerms(order));
    this.write.run({ shop_id, key: id, seq: before.order, terms });
    const had = new Set(splitTerms(before.terms));
    const has = new Set(splitTerms(terms));
    for (const term of had) if (!has.has(term)) this.drop.run(shop, term, before.order);
    for (const term of has) if (!had.has(term)) this.add.run(shop, term, before.order);
  }
}
