import { MAX_VARIANTS } from '../../../domain/shop/item.js';

/**
 * How rows are found by something other than their keys: for each of several calls at once. `$1` has the numbers of the calls,
 * `$2` and so on their arguments; each row tells the number of its call as `n`. A call reads along an index, one after the other.
 */
function lookup(columns: number, rows: string): string {
  const names = Array.from({ length: columns }, (_, index) => `a${index + 1}`);
  const arrays = names.map((_name, index) => `$${index + 2}::text[]`);
  return `SELECT call.n, found.* FROM unnest($1::bigint[], ${arrays.join(', ')}) AS call (n, ${names.join(', ')}) CROSS JOIN LATERAL (${rows}) AS found`;
}

/** The receipts of one job. */
const OF_JOB = 'SELECT * FROM receipt WHERE organization_id = a1 AND agent_id = a2 AND job_id = a3';

export const LOOKUPS = {
  currentCheckout: lookup(
    2,
    "SELECT key, version, body FROM checkout WHERE deployment_id = a1 AND buyer_id = a2 AND state IN ('open', 'paying')",
  ),
  automaticDiscounts: lookup(
    1,
    'SELECT key, version, body FROM discount WHERE shop_id = a1 AND automatic = 1 ORDER BY key',
  ),
  hasItems: lookup(1, 'SELECT seq FROM item WHERE shop_id = a1 LIMIT 1'),
  countShops: lookup(1, 'SELECT count(*) AS shops FROM shop WHERE organization_id = a1'),
  usage: lookup(
    1,
    `SELECT sum(api_keys) AS keys, sum(items) AS items, sum(open_carts) AS open_carts, coalesce(sum(stored_rows), 0)
       + (SELECT count(*) FROM agent WHERE organization_id = a1) + (SELECT count(*) FROM consumer WHERE organization_id = a1)
       + (SELECT count(*) FROM signing_key WHERE organization_id = a1) + (SELECT count(*) FROM shop WHERE organization_id = a1)
       + (SELECT count(*) FROM shop JOIN deployment ON deployment.shop_id = shop.key WHERE shop.organization_id = a1) AS stored,
       coalesce(sum(bytes), 0) + (SELECT coalesce(sum(value), 0) FROM shop JOIN counter ON counter.name = 'media_bytes' AND counter.key = shop.key
         WHERE shop.organization_id = a1) AS bytes
     FROM usage WHERE organization_id = a1`,
  ),
  variants: lookup(
    2,
    `SELECT product_id, key, price, options FROM item
     WHERE status = 'active' AND shop_id = a1 AND product_id = a2 ORDER BY seq LIMIT ${MAX_VARIANTS}`,
  ),
  signingKeyByFingerprint: lookup(
    2,
    'SELECT key, version, body FROM signing_key WHERE organization_id = a1 AND key_fingerprint = a2',
  ),
  activeSigningKey: lookup(
    2,
    "SELECT key, version, body FROM signing_key WHERE organization_id = a1 AND coalesce(agent_id, '') = a2 AND status = 'active'",
  ),
  receipt: lookup(1, 'SELECT * FROM receipt WHERE id = a1'),
  receiptByHash: lookup(2, 'SELECT * FROM receipt WHERE organization_id = a1 AND receipt_hash = a2'),
  receiptOfJob: lookup(3, `${OF_JOB} ORDER BY coalesce(supersedes, '') LIMIT 1`),
  receiptSuperseding: lookup(4, `${OF_JOB} AND coalesce(supersedes, '') = a4`),
  orderByContext: lookup(2, 'SELECT key, version, body FROM "order" WHERE context_hash = a2 ORDER BY key LIMIT 1'),
} as const;
export type LookupName = keyof typeof LOOKUPS;
