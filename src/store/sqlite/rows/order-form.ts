import type { Database } from 'better-sqlite3';
import type { Order } from '../../../domain/order/order.js';
import { orderTerms } from '../../../domain/order/order-terms.js';
import { required } from '../../../domain/values/required.js';
import { decodeRow, type StoredRow } from '../../decode-row.js';
import { joinTerms } from '../../term-lines.js';
import { OrderTerms } from '../search/order-terms.js';
import type { AddedUsage } from './added-usage.js';
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
  /** Number of the last order whose terms are indexed. */
  readonly indexed: number;
}

/** Writes orders with their change number within the shop, and updates their search terms. */
export class OrderForm implements RowForm<Order> {
  readonly own = { fixed: ['seq'], changing: ['changed', 'terms'] };
  private readonly indexed;
  private readonly numberShop;
  private readonly terms: OrderTerms;
  private readonly usage: AddedUsage;

  constructor(database: Database, usage: AddedUsage) {
    // A file has one writer at a time, so each number is used once and never becomes visible before a smaller one.
    this.indexed = database.prepare<{ readonly id: string; readonly shop_id: string }, Indexed>(`
      SELECT
        (SELECT seq FROM shop WHERE key = $shop_id) AS shop,
        coalesce((SELECT seq FROM "order" WHERE key = $id), (SELECT coalesce(max(seq), 0) + 1 FROM "order")) AS "order",
        (SELECT coalesce(max(changed), 0) + 1 FROM "order" WHERE shop_id = $shop_id) AS changed,
        (SELECT terms FROM "order" WHERE key = $id) AS terms,
        (SELECT seq FROM indexed_order WHERE id = 1) AS indexed`);
    this.numberShop = database
      .prepare<[string], number>(
        'UPDATE shop SET seq = (SELECT coalesce(max(seq), 0) + 1 FROM shop) WHERE key = ? RETURNING seq',
      )
      .pluck();
    this.terms = new OrderTerms(database);
    this.usage = usage;
  }

  read(stored: StoredRow): Order {
    return decodeRow('order', stored);
  }

  split(row: Order): ReturnType<RowForm<Order>['split']> {
    const { shop_id, id } = row;
    const indexed = required(this.indexed.get({ id, shop_id }), 'numbers of an order');
    const terms = joinTerms(orderTerms(row));
    const own = { seq: indexed.order, changed: indexed.changed, terms };
    return {
      row,
      own,
      writeRest: ({ body, isNew }) => {
        if (isNew) this.usage.addOrder(shop_id, body);
        this.writeTerms(shop_id, indexed, terms);
      },
    };
  }

  private writeTerms(shopId: string, { shop, order, terms: had, indexed }: Indexed, terms: string): void {
    const number = shop ?? required(this.numberShop.get(shopId), 'shop');
    if (had === null) this.terms.onInsert(order, indexed);
    else if (order <= indexed) this.terms.replace({ shop: number, order, terms: had }, terms);
  }
}
