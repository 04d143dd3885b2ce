import type { Database } from 'better-sqlite3';
import { orderFaults } from '../../../domain/books/order-faults.js';
import type { Order } from '../../../domain/order/order.js';
import type { CheckResult } from './check-result.js';

interface OrderRow {
  readonly key: string;
  readonly body: string;
}

/** Checks the sums of every order. */
export function checkOrders(database: Database, onProgress: (done: number, total: number) => void): CheckResult {
  const total = Number(database.prepare('SELECT count(*) FROM "order"').pluck().get());
  const faults: string[] = [];
  let count = 0;
  for (const row of database.prepare<[], OrderRow>('SELECT key, body FROM "order"').iterate()) {
    faults.push(...faultsOf(row).map((fault) => `order ${row.key}: ${fault}`));
    count += 1;
    onProgress(count, total);
  }
  return { part: 'orders', count, faults };
}

function faultsOf({ body }: OrderRow): readonly string[] {
  try {
    const order: Order = JSON.parse(body);
    return orderFaults(order);
  } catch {
    // Another program wrote the body.
    return ['it is not an order'];
  }
}
