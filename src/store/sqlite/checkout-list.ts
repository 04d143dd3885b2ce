import type { Database } from 'better-sqlite3';
import { trustedRow } from '../trusted-row.js';
import { type ListQuery, pageOf } from './list-query.js';

/** By id: no index by shop is worth its writes for what is read only when a person is erased. */
export function checkoutList(database: Database): ListQuery<'checkouts'> {
  const query = database.prepare<[string, string, number], { readonly version: number; readonly body: string }>(
    'SELECT version, body FROM checkout WHERE key > ? AND shop_id = ? ORDER BY key LIMIT ?',
  );
  return ({ shop_id }, after, limit) => {
    const rows = query.all(after?.id ?? '', shop_id, limit + 1).map((row) => trustedRow('checkout', row));
    return pageOf(rows, limit, ({ id }) => ({ id }));
  };
}
