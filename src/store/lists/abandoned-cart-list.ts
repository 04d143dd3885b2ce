import { sql } from 'drizzle-orm';
import { abandonedSince } from '../../domain/checkout/abandoned.js';
import { required } from '../../domain/values/required.js';
import { buildPage } from '../list-pages.js';
import { Query } from '../sql/query.js';
import { type FoundRow, type ListQuery, pageValues, rowsOf } from './list-query.js';

const p = sql.placeholder;

const QUERY = new Query<FoundRow>(
  ({ rowColumns }) => sql`
    SELECT ${rowColumns} FROM checkout
    WHERE shop_id = ${p('shop_id')} AND abandoned_at IS NOT NULL AND abandoned_at >= ${p('from')}
      AND (abandoned_at, key) < (${p('created_at')}, ${p('id')})
    ORDER BY abandoned_at DESC, key DESC LIMIT ${p('limit')}`,
);

/** Abandoned carts of a shop, the latest change first. */
export const abandonedCartList: ListQuery<'abandoned_carts'> = function* ({ shop_id, from, until }, after, limit) {
  // No id is before the empty one, so this is the position after all carts of a later time.
  const start = after ?? { created_at: until + 1, id: '' };
  const rows = yield* QUERY.all({ shop_id, from, ...pageValues(start, limit) });
  const carts = yield* rowsOf('checkout', rows);
  return buildPage(carts, limit, (cart) => ({ created_at: required(abandonedSince(cart), 'time'), id: cart.id }));
};
