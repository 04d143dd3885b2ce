import type { Database } from 'better-sqlite3';
import type { Order } from '../../../domain/order/order.js';
import { orderTerms } from '../../../domain/order/order-terms.js';

/** What follows each write of an order: its number among the changes of its shop, and the words that it is found by. */
export class OrderIndex {
  private readonly number;
  private readonly termsOf;
  private readonly add;
  private readonly drop;

  constructor(database: Database) {
    // The writers of a file come one after the other, so no number is given twice or seen before a smaller one.
    this.number = database.prepare(`
      UPDATE "order" SET changed = (SELECT coalesce(max(changed), 0) + 1 FROM "order" WHERE shop_id = $shop_id)
      WHERE key = $key`);
    this.termsOf = database.prepare<[string], string>('SELECT term FROM order_term WHERE order_key = ?').pluck();
    this.add = database.prepare('INSERT INTO order_term (shop_id, term, order_key) VALUES (?, ?, ?)');
    this.drop = database.prepare('DELETE FROM order_term WHERE shop_id = ? AND term = ? AND order_key = ?');
  }

  put(order: Order): void {
    const { shop_id, id } = order;
    this.number.run({ shop_id, key: id });
    const before = new Set(this.termsOf.all(id));
    const terms = new Set(orderTerms(order));
    for (const term of before) if (!terms.has(term)) this.drop.run(shop_id, term, id);
    for (const term of terms) if (!before.has(term)) this.add.run(shop_id, term, id);
  }
}
