import { sql } from 'drizzle-orm';
import { hasText } from '../../domain/privacy/person.js';
import { Query } from '../sql/query.js';
import { type ListQuery, rowsOf } from './list-query.js';

const p = sql.placeholder;

interface CheckoutRow {
  readonly key: string;
  readonly version: number;
  /** `null` if the checkout belongs to another organization. */
  readonly body: string | null;
}

const CHECKOUTS = new Query<CheckoutRow>(
  () => sql`
    SELECT key, version, CASE WHEN EXISTS (
      SELECT 1 FROM shop WHERE shop.key = checkout.shop_id AND organization_id = ${p('organization_id')}
    ) THEN body END AS body
    FROM checkout WHERE key > ${p('id')} ORDER BY key LIMIT ${p('limit')}`,
);

/**
 * Checkouts ordered by id, listed only to export or erase a person's data. They have no index by organization or
 * person, because it would slow down each write. A page scans `limit` checkouts of all organizations, and parses only
 * those that it returns.
 */
export const checkoutList: ListQuery<'checkouts'> = function* ({ organization_id, texts }, after, limit) {
  const rows = yield* CHECKOUTS.all({ organization_id, id: after?.id ?? '', limit });
  const found = rows.filter(({ body }) => body !== null && (texts === undefined || hasText(body, texts)));
  const entries = yield* rowsOf('checkout', found);
  const last = rows.length === limit ? rows.at(-1) : undefined;
  return { entries, next: last && { id: last.key } };
};
