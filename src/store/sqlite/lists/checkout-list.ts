import type { Database } from 'better-sqlite3';
import type { Checkout } from '../../../domain/checkout/checkout.js';
import type { StoredRow } from '../../trusted-row.js';
import type { ListQuery } from './list-query.js';

interface LookedAt {
  readonly key: string;
  readonly version: number;
  /** Null = of another shop. */
  readonly body: string | null;
}

/** Reads a checkout with the parts of its terms. */
export interface CheckoutReader {
  read(stored: StoredRow): Checkout;
}

/**
 * By id: no index by shop is worth its writes for what is read only when a person is erased. A page looks at as many checkouts of all
 * shops as it may have.
 */
export function checkoutList(database: Database, checkouts: CheckoutReader): ListQuery<'checkouts'> {
  const query = database.prepare<[object], LookedAt>(
    'SELECT key, version, iif(shop_id = $shop_id, body, NULL) AS body FROM checkout WHERE key > $id ORDER BY key LIMIT $limit',
  );
  return ({ shop_id }, after, limit) => {
    const looked = query.all({ shop_id, id: after?.id ?? '', limit });
    const entries = looked.flatMap(({ version, body }) => (body === null ? [] : checkouts.read({ version, body })));
    const last = looked.length === limit ? looked.at(-1) : undefined;
    return { entries, next: last && { id: last.key } };
  };
}
