import { type SQL, sql } from 'drizzle-orm';
import { memo } from '../../domain/values/memo.js';
import type { OrderFilter } from '../../ports.js';
import { buildPage } from '../list-pages.js';
import { Query } from '../sql/query.js';
import {
  AFTER_NEWEST,
  and,
  BY_NEWEST,
  type FoundRow,
  type ListQuery,
  pageValues,
  rowsOf,
  UP_TO_LIMIT,
} from './list-query.js';
import { selectByStatus } from './order-statuses.js';

const p = sql.placeholder;

/** Optional filters of an order list; an index serves each combination. */
const NAMES = ['buyer_id', 'status', 'payment_status'] as const;

type Row = FoundRow & { readonly created_at: number };

/** Queries, keyed by the names of their filters. */
const QUERIES = memo(2 ** NAMES.length, (given: string) => {
  const names = given.split(',');
  const ofBuyer = names.includes('buyer_id') ? [sql`buyer_id = ${p('buyer_id')}`] : [];
  return new Query<Row>(({ rowColumns }) => {
    const select = (statuses: readonly SQL[]) => sql`
      SELECT created_at, ${rowColumns} FROM "order"
      WHERE deployment_id = ${p('deployment_id')}${and([...ofBuyer, ...statuses])} ${AFTER_NEWEST}`;
    return sql`${selectByStatus(names, BY_NEWEST, select)} ${UP_TO_LIMIT}`;
  });
});

/** Orders of a deployment, newest first. */
export const orderList: ListQuery<'orders'> = function* (filter, after, limit) {
  const { created_from = 0, created_before = Number.MAX_SAFE_INTEGER, ...equal } = filter;
  const values = { ...equal, ...pageValues(after ?? { created_at: created_before, id: '' }, limit) };
  const rows = yield* QUERIES(shapeOf(filter)).all(values);
  // The list ends at the first order before `created_from`. A condition in SQL would make SQLite use another index.
  const orders = yield* rowsOf(
    'order',
    rows.filter(({ created_at }) => created_at >= created_from),
  );
  return buildPage(orders, limit, ({ created_at, id }) => ({ created_at, id }));
};

function shapeOf(filter: OrderFilter): string {
  return NAMES.map((name) => (filter[name] === undefined ? '' : `,${name}`)).join('');
}
