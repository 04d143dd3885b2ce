import type { Database } from 'better-sqlite3';
import type { CheckResult } from './check-result.js';

interface UsageRow {
  readonly organization_id: string;
  readonly name: string;
  readonly counted: number | null;
  readonly found: number;
}

/** Usage of each organization, recomputed from its rows (docs/dev/decisions.md, Quotas). */
const COUNTED_USAGE = `
  SELECT organization_id, sum(api_keys) AS api_keys, sum(items) AS items, sum(open_carts) AS open_carts, sum(stored_rows) AS stored_rows, sum(bytes) AS bytes FROM (
    SELECT api_key.organization_id, (api_key.body ->> '$.revoked_at' IS NULL) AS api_keys, 0 AS items, 0 AS open_carts, 1 AS stored_rows, 0 AS bytes
    FROM api_key
    UNION ALL
    SELECT shop.organization_id, 0, (item.status = 'active'), 0, 1, octet_length(item.body)
    FROM item JOIN shop ON shop.key = item.shop_id
    UNION ALL
    SELECT shop.organization_id, 0, 0, 0, 1, octet_length(discount.body)
    FROM discount JOIN shop ON shop.key = discount.shop_id
    UNION ALL
    SELECT shop.organization_id, 0, 0, (checkout.state IN ('open', 'paying')), 1, CASE WHEN checkout.state IN ('open', 'paying') THEN 0 ELSE octet_length(checkout.body) END
    FROM checkout JOIN shop ON shop.key = checkout.shop_id
    UNION ALL
    SELECT shop.organization_id, 0, 0, 0, 1, octet_length("order".body)
    FROM "order" JOIN shop ON shop.key = "order".shop_id
    UNION ALL
    SELECT receipt.organization_id, 0, 0, 0, 1, octet_length(receipt.signed_bytes) + coalesce(octet_length(receipt.metadata), 0)
    FROM receipt
  ) GROUP BY organization_id`;

const NAMES = ['api_keys', 'items', 'open_carts', 'stored_rows', 'bytes'];

const DIFFERENCES = NAMES.map(
  (name) => `
  SELECT organization_id, '${name}' AS name, usage.${name} AS counted, found.${name} AS found
  FROM found LEFT JOIN usage USING (organization_id) WHERE usage.${name} IS NOT found.${name}`,
).join(' UNION ALL ');

/** Compares the usage counted for quotas with the rows of every organization. */
export function checkUsage(database: Database): CheckResult {
  const faults = database.prepare<[], UsageRow>(`WITH found AS MATERIALIZED (${COUNTED_USAGE}) ${DIFFERENCES}`).all();
  return {
    part: 'usage',
    count: Number(database.prepare('SELECT count(*) FROM organization').pluck().get()),
    faults: faults.map(
      ({ organization_id, name, counted, found }) =>
        `organization ${organization_id}: ${name} says ${counted ?? 'nothing'}, and its rows are ${found}`,
    ),
  };
}
