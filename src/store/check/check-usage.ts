import { type SQL, sql } from 'drizzle-orm';
import type { Words } from '../sql/dialect.js';
import { Query, type Reads } from '../sql/query.js';
import type { CheckResult } from './check-result.js';
import { countQuery, countRows } from './count-rows.js';

interface UsageRow {
  readonly organization_id: string;
  readonly name: string;
  readonly counted: number | null;
  readonly found: number;
}

const NAMES = ['api_keys', 'items', 'open_carts', 'stored_rows', 'bytes'];
const SUMS = sql.raw(NAMES.map((name) => `CAST(sum(${name}) AS bigint) AS ${name}`).join(', '));
const IS_OPEN = sql`checkout.state IN ('open', 'paying')`;
const asOne = (condition: SQL) => sql`CASE WHEN ${condition} THEN 1 ELSE 0 END`;

/** Computes the usage of each organization from its rows (docs/dev/decisions.md, Organizations, agents and keys). */
const countUsage = ({ jsonText }: Words) => sql`
  SELECT organization_id, ${SUMS} FROM (
    SELECT api_key.organization_id, ${asOne(sql`${jsonText(sql`api_key.body`, 'revoked_at')} IS NULL`)} AS api_keys,
      0 AS items, 0 AS open_carts, 1 AS stored_rows, 0 AS bytes
    FROM api_key
    UNION ALL
    SELECT shop.organization_id, 0, ${asOne(sql`item.status = 'active'`)}, 0, 1, octet_length(item.body)
    FROM item JOIN shop ON shop.key = item.shop_id
    UNION ALL
    SELECT shop.organization_id, 0, 0, 0, 1, octet_length(discount.body)
    FROM discount JOIN shop ON shop.key = discount.shop_id
    UNION ALL
    SELECT shop.organization_id, 0, 0, ${asOne(IS_OPEN)}, 1, CASE WHEN ${IS_OPEN} THEN 0 ELSE octet_length(checkout.body) END
    FROM checkout JOIN shop ON shop.key = checkout.shop_id
    UNION ALL
    SELECT shop.organization_id, 0, 0, 0, 1, octet_length("order".body)
    FROM "order" JOIN shop ON shop.key = "order".shop_id
    UNION ALL
    SELECT receipt.organization_id, 0, 0, 0, 1,
      octet_length(receipt.signed_bytes) + coalesce(octet_length(receipt.metadata), 0)
    FROM receipt
  ) AS part GROUP BY organization_id`;

/**
 * Selects the figures that differ. `kept` sums the rows of `usage`: PostgreSQL may have several per organization, so
 * that writes do not wait for each other.
 */
const DIFFERENCES = sql.raw(
  NAMES.map(
    (name) => `
  SELECT organization_id, '${name}' AS name, kept.${name} AS counted, found.${name} AS found
  FROM found LEFT JOIN kept USING (organization_id) WHERE kept.${name} IS DISTINCT FROM found.${name}`,
  ).join(' UNION ALL '),
);

const INVALID_USAGE = new Query<UsageRow>(
  (words) => sql`
  WITH found AS MATERIALIZED (${countUsage(words)}),
    kept AS MATERIALIZED (SELECT organization_id, ${SUMS} FROM usage GROUP BY organization_id)
  ${DIFFERENCES}`,
);

const COUNT = countQuery(sql`organization`);

/** Compares the usage of each organization, as counted for its quotas, with its rows. */
export function* checkUsage(): Reads<CheckResult> {
  const rows = yield* INVALID_USAGE.all({});
  return {
    part: 'usage',
    count: yield* countRows(COUNT),
    faults: rows.map(
      ({ organization_id, name, counted, found }) =>
        `organization ${organization_id}: ${name} says ${counted ?? 'nothing'}, and its rows are ${found}`,
    ),
  };
}
