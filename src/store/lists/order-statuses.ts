import { type SQL, sql } from 'drizzle-orm';
import { ORDER_STATUSES } from '../../domain/order/order.js';
import { PAYMENT_STATUSES } from '../../domain/payment/payment-status.js';

const p = sql.placeholder;

/** Filters of order lists by the statuses of an order. */
export const STATUS_NAMES = ['status', 'payment_status'] as const;
type StatusName = (typeof STATUS_NAMES)[number];

const VALUES: { readonly [N in StatusName]: readonly string[] } = {
  status: ORDER_STATUSES,
  payment_status: PAYMENT_STATUSES,
};

/**
 * Splits a selection of orders by status into selections that an index by both statuses serves in the order of the list:
 * a filter by one status selects from each value of the other. So an order is in one index for all these filters
 * instead of three.
 *
 * @param order the order of the list
 * @param select selects by conditions on the statuses, which may be none
 */
export function selectByStatus(given: readonly string[], order: SQL, select: (conditions: readonly SQL[]) => SQL): SQL {
  const filters = STATUS_NAMES.filter((name) => given.includes(name));
  const conditions = filters.map((name) => sql`${sql.raw(name)} = ${p(name)}`);
  const other = STATUS_NAMES.find((name) => !given.includes(name));
  if (filters.length === 0 || other === undefined) return sql`${select(conditions)} ORDER BY ${order}`;
  const parts = VALUES[other].map((value) => select([...conditions, sql.raw(`${other} = '${value}'`)]));
  // PostgreSQL merges parts that are sorted already; SQLite sees by itself that their index is.
  const sorted = parts.map((part) => sql`SELECT * FROM (${part} ORDER BY ${order}) AS part`);
  return sql`${sql.join(sorted, sql` UNION ALL `)} ORDER BY ${order}`;
}
