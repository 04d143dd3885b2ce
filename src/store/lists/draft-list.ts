import { sql } from 'drizzle-orm';
import { buildPage, OLDEST } from '../list-pages.js';
import { Query } from '../sql/query.js';
import { type FoundRow, type ListQuery, pageValues, rowsOf } from './list-query.js';

const p = sql.placeholder;

const QUERY = new Query<FoundRow>(
  ({ rowColumns }) => sql`
    SELECT ${rowColumns} FROM checkout
    WHERE shop_id = ${p('shop_id')} AND drafted_at IS NOT NULL
      AND (drafted_at, key) > (${p('created_at')}, ${p('id')})
    ORDER BY drafted_at, key LIMIT ${p('limit')}`,
);

/** Open drafts of a shop, in the order in which they were made. */
export const draftList: ListQuery<'drafts'> = function* ({ shop_id }, after, limit) {
  const rows = yield* QUERY.all({ shop_id, ...pageValues(after ?? OLDEST, limit) });
  const drafts = yield* rowsOf('checkout', rows);
  return buildPage(drafts, limit, ({ created_at, id }) => ({ created_at, id }));
};
