import { sql } from 'drizzle-orm';
import { waitingSince } from '../../domain/order/answer-request.js';
import { required } from '../../domain/values/required.js';
import { buildPage, OLDEST } from '../list-pages.js';
import { Query } from '../sql/query.js';
import { type FoundRow, type ListQuery, pageValues, rowsOf } from './list-query.js';

const p = sql.placeholder;

const QUERY = new Query<FoundRow>(
  ({ rowColumns }) => sql`
    SELECT ${rowColumns} FROM "order"
    WHERE shop_id = ${p('shop_id')} AND requested_at IS NOT NULL
      AND (requested_at, key) > (${p('created_at')}, ${p('id')})
    ORDER BY requested_at, key LIMIT ${p('limit')}`,
);

/** Orders of a shop with a request that waits, in the order of these requests. */
export const requestedOrderList: ListQuery<'requested_orders'> = function* ({ shop_id }, after, limit) {
  const rows = yield* QUERY.all({ shop_id, ...pageValues(after ?? OLDEST, limit) });
  const orders = yield* rowsOf('order', rows);
  return buildPage(orders, limit, (order) => ({ created_at: required(waitingSince(order), 'request'), id: order.id }));
};
