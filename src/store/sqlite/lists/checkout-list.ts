import type { Database } from 'better-sqlite3';
import type { Checkout } from '../../../domain/checkout/checkout.js';
import { isSoughtCheckout, type LookedAtCheckout } from '../../sought-checkouts.js';
import type { StoredRow } from '../../trusted-row.js';
import type { ListQuery } from './list-query.js';

/** Reads a checkout with the parts of its terms. */
export interface CheckoutReader {
  read(stored: StoredRow): Checkout;
}

/**
 * By id: no index by owner or by person is worth its writes for what is read only when a person is exported or erased. A page looks at
 * as many checkouts of all organizations as it may have, and parses those that it answers.
 */
export function checkoutList(database: Database, checkouts: CheckoutReader): ListQuery<'checkouts'> {
  const query = database.prepare<[object], LookedAtCheckout>(`
    SELECT key, version,
      iif(EXISTS (SELECT 1 FROM shop WHERE shop.key = shop_id AND organization_id = $organization_id), body, NULL) AS body
    FROM checkout WHERE key > $id ORDER BY key LIMIT $limit`);
  return ({ organization_id, address }, after, limit) => {
    const looked = query.all({ organization_id, id: after?.id ?? '', limit });
    const sought = looked.filter((row) => isSoughtCheckout(row, address));
    const entries = sought.map((row) => checkouts.read(row));
    const last = looked.length === limit ? looked.at(-1) : undefined;
    return { entries, next: last && { id: last.key } };
  };
}
