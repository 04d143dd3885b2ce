import { setImmediate } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import { once } from '../../domain/values/once.js';

/** Number of carts scanned without a pause, which takes a few milliseconds if their pages are not in memory. */
const MAX_SCANNED = 500;

/** The deployment and the buyer of a cart, by which the index of current carts is ordered. */
interface Owner {
  readonly deployment_id: string;
  readonly buyer_id: string;
}

/** These positions sort before and after every owner. */
const NOBODY: Owner = { deployment_id: '', buyer_id: '' };
const END: Owner = { deployment_id: '\u{10ffff}', buyer_id: '' };

/** Condition for the current carts after an owner. */
const AFTER = `checkout WHERE state IN ('open', 'paying') AND (deployment_id, buyer_id) > ($deployment_id, $buyer_id)`;

/** Runs a query in a snapshot. */
export type ReadQuery = <R>(query: () => R) => Promise<R>;

/**
 * Finds expired carts by scanning the index of current carts in slices: an index by expiry would have to be updated by
 * every change of a cart.
 */
export function expiredCarts(database: Database, read: ReadQuery) {
  const queries = once(() => ({
    last: database.prepare<[Owner], Owner>(
      `SELECT deployment_id, buyer_id FROM ${AFTER} ORDER BY deployment_id, buyer_id LIMIT 1 OFFSET ${MAX_SCANNED - 1}`,
    ),
    expired: database
      .prepare<[object], string>(
        `SELECT key FROM ${AFTER} AND (deployment_id, buyer_id) <= ($to_deployment_id, $to_buyer_id)
         AND state = 'open' AND expires_at <= $at LIMIT $limit`,
      )
      .pluck(),
  }));
  const slice = (after: Owner, at: number, limit: number) => {
    const { last, expired } = queries();
    const to = last.get(after);
    const { deployment_id: to_deployment_id, buyer_id: to_buyer_id } = to ?? END;
    return { keys: expired.all({ ...after, to_deployment_id, to_buyer_id, at, limit }), to };
  };
  return async (at: number, limit: number): Promise<string[]> => {
    const found: string[] = [];
    let after: Owner | undefined = NOBODY;
    while (after) {
      const from: Owner = after;
      const { keys, to } = await read(() => slice(from, at, limit - found.length));
      found.push(...keys);
      after = found.length < limit ? to : undefined;
      if (after) await setImmediate();
    }
    return found;
  };
}
