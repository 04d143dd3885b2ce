import type { Database } from 'better-sqlite3';
import type { Order } from '../../../domain/order/order.js';
import { orderTerms } from '../../../domain/order/order-terms.js';
import { decodeRow, type StoredRow } from '../../decode-row.js';
import { joinTerms } from '../../term-lines.js';
import { OrderTerms } from '../search/order-terms.js';
import type { AddedUsage } from './added-usage.js';
import type { OrderNumbers } from './order-numbers.js';
import type { RowForm } from './stored-table.js';

/** Number and indexed terms of a stored order. */
interface Indexed {
  readonly order: number;
  readonly terms: string;
}

/** Writes orders with their change number within the shop, and updates their search terms. */
export class OrderForm implements RowForm<Order> {
  readonly own = { fixed: ['seq'], changing: ['changed', 'terms'] };
  private readonly indexed;
  private readonly terms: OrderTerms;
  private readonly usage: AddedUsage;
  private readonly numbers: OrderNumbers;

  constructor(database: Database, usage: AddedUsage, numbers: OrderNumbers) {
    this.indexed = database.prepare<[string], Indexed>('SELECT seq AS "order", terms FROM "order" WHERE key = ?');
    this.terms = new OrderTerms(database);
    this.usage = usage;
    this.numbers = numbers;
  }

  read(stored: StoredRow): Order {
    return decodeRow('order', stored);
  }

  split(row: Order, isNew: boolean): ReturnType<RowForm<Order>['split']> {
    const { shop_id, id } = row;
    const numbers = this.numbers.ofShop(shop_id);
    const { ofAllShops: last, shop } = numbers;
    if (isNew) last.added += 1;
    else this.usage.beforeChange(row);
    numbers.changed += 1;
    const terms = joinTerms(orderTerms(row));
    const before = isNew ? undefined : this.indexed.get(id);
    return {
      row,
      own: { seq: last.added, changed: numbers.changed, terms },
      writeRest: (body) => {
        if (isNew) {
          this.usage.addOrder(row, body);
          this.terms.onInsert(last);
        } else if (before && before.order <= last.indexed) this.terms.replace({ shop, ...before }, terms);
      },
    };
  }
}
