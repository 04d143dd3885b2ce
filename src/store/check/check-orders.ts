import { sql } from 'drizzle-orm';
import { findOrderFaults, findPaymentFaults } from '../../domain/books/order-faults.js';
import type { Order } from '../../domain/order/order.js';
import { Query, type Reads } from '../sql/query.js';
import type { CheckResult, OnOrders } from './check-result.js';
import { countQuery, countRows } from './count-rows.js';

interface OrderRow {
  readonly key: string;
  readonly body: string;
  /** Body of its payment, if there is one. */
  readonly payment: string | null;
}

const PAGE = 500;
const COUNT = countQuery(sql`"order"`);
const ORDERS = new Query<OrderRow>(
  ({ jsonText }) => sql`
  SELECT "order".key AS key, "order".body AS body, payment.body AS payment
  FROM "order" LEFT JOIN payment ON payment.key = ${jsonText(sql`"order".body`, 'payment', 'attempt_id')}
  WHERE "order".key > ${sql.placeholder('after')} ORDER BY "order".key LIMIT ${sql.placeholder('limit')}`,
);

/** Checks that the amounts and units in every order are consistent, and its copy of the payment equal to the payment. */
export function* checkOrders(onOrders: OnOrders): Reads<CheckResult> {
  const total = yield* countRows(COUNT);
  const faults: string[] = [];
  let count = 0;
  let after: string | undefined = '';
  while (after !== undefined) {
    const rows: readonly OrderRow[] = yield* ORDERS.all({ after, limit: PAGE });
    for (const row of rows) faults.push(...faultsOf(row).map((fault) => `order ${row.key}: ${fault}`));
    count += rows.length;
    onOrders(count, total);
    after = rows.at(PAGE - 1)?.key;
  }
  return { part: 'orders', count, faults };
}

function faultsOf({ body, payment }: OrderRow): readonly string[] {
  try {
    const order: Order = JSON.parse(body);
    return [...findOrderFaults(order), ...findPaymentFaults(order, payment === null ? undefined : JSON.parse(payment))];
  } catch {
    // Only another program could have written such a body.
    return ['it is not an order'];
  }
}
