import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import { order } from '../../../../db/sqlite/schema.js';
import { required } from '../../../domain/values/required.js';
import type { Rows } from '../../../ports.js';
import { pageOf } from '../../list-pages.js';
import type { ListQuery } from './list-query.js';

const placeholder = sql.placeholder;

/** Sorts before every real id. */
const FIRST_ID = '';

/** The filters that a list of orders can have besides its deployment; each set of them has an index. */
const FILTERS = {
  buyer_id: eq(order.buyer_id, placeholder('buyer_id')),
  status: eq(order.status, placeholder('status')),
  payment_status: eq(order.payment_status, placeholder('payment_status')),
} as const;
const NAMES = ['buyer_id', 'status', 'payment_status'] as const;
type FilterName = (typeof NAMES)[number];

/** Orders by keyset, each set of filters served by its index. */
export function orderList(db: BetterSQLite3Database, rows: Pick<Rows, 'many'>): ListQuery<'orders'> {
  const queries = new Map(
    subsets(NAMES).map((names) => [names.join(), ordersQuery(db, and(...names.map((name) => FILTERS[name])))]),
  );
  return (filter, after, limit) => {
    const { created_from = 0, created_before = Number.MAX_SAFE_INTEGER, ...rest } = filter;
    const { created_at, id } = after ?? { created_at: created_before, id: FIRST_ID };
    const names = NAMES.filter((name) => filter[name] !== undefined).join();
    const query = queries.get(names);
    if (!query) throw new Error(`no statement lists orders by ${names}`);
    const all = query.all({ ...rest, created_at, id, limit: limit + 1 });
    // The first order that is too old ends the list. As a condition in the statement it would make SQLite use another index.
    const keys = all.filter((row) => row.created_at >= created_from).map(({ key }) => key);
    const orders = rows.many('order', keys);
    const found = keys.map((key) => required(orders.get(key), 'order'));
    return pageOf(found, limit, (row) => ({ created_at: row.created_at, id: row.id }));
  };
}

function subsets(names: readonly FilterName[]): FilterName[][] {
  let all: FilterName[][] = [[]];
  for (const name of names) all = all.concat(all.map((one) => [...one, name]));
  return all;
}

function ordersQuery(db: BetterSQLite3Database, filter: SQL | undefined) {
  return db
    .select({ key: order.key, created_at: order.created_at })
    .from(order)
    .where(
      and(
        eq(order.deployment_id, placeholder('deployment_id')),
        filter,
        sql`(${order.created_at}, ${order.key}) < (${placeholder('created_at')}, ${placeholder('id')})`,
      ),
    )
    .orderBy(desc(order.created_at), desc(order.key))
    .limit(placeholder('limit'))
    .prepare();
}
