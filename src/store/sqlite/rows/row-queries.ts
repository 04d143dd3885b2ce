import type { Database, Statement } from 'better-sqlite3';
import { and, count, eq, sql } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import { checkout, discount, item, order, shop } from '../../../../db/sqlite/schema.js';
import type { Usage } from '../../../domain/tenant/quota.js';

/** How rows are found by something other than their keys. */

export function currentQuery(db: BetterSQLite3Database) {
  return db
    .select({ key: checkout.key })
    .from(checkout)
    .where(
      and(
        eq(checkout.deployment_id, sql.placeholder('deployment_id')),
        eq(checkout.buyer_id, sql.placeholder('buyer_id')),
        sql`${checkout.state} IN ('open', 'paying')`,
      ),
    );
}

export function automaticQuery(db: BetterSQLite3Database) {
  return db
    .select({ key: discount.key })
    .from(discount)
    .where(and(eq(discount.shop_id, sql.placeholder('shop_id')), eq(discount.automatic, sql`1`)));
}

/** An item's key begins with its shop's id and a slash, which `0` follows. */
export function anyItemQuery(db: BetterSQLite3Database) {
  const shopId = sql.placeholder('shop_id');
  return db
    .select({ key: item.key })
    .from(item)
    .where(sql`${item.key} > ${shopId} || '/' AND ${item.key} < ${shopId} || '0'`)
    .limit(1)
    .prepare();
}

export function shopCountQuery(db: BetterSQLite3Database) {
  return db
    .select({ shops: count() })
    .from(shop)
    .where(eq(shop.organization_id, sql.placeholder('organization_id')))
    .prepare();
}

/** What is counted with each write, and what is few and found by indexes. */
const USAGE = `
  WITH of (id) AS (SELECT ?)
  SELECT coalesce(sum(api_keys), 0) AS keys, coalesce(sum(items), 0) AS items, coalesce(sum(open_carts), 0) AS open_carts,
    coalesce(sum(stored_rows), 0) + (SELECT count(*) FROM agent WHERE organization_id = (SELECT id FROM of))
      + (SELECT count(*) FROM consumer WHERE organization_id = (SELECT id FROM of)) + (SELECT count(*) FROM signing_key WHERE organization_id = (SELECT id FROM of))
      + (SELECT count(*) FROM shop WHERE organization_id = (SELECT id FROM of))
      + (SELECT count(*) FROM shop JOIN deployment ON deployment.shop_id = shop.key WHERE shop.organization_id = (SELECT id FROM of)) AS rows,
    coalesce(sum(bytes), 0) + (SELECT coalesce(sum(value), 0) FROM shop JOIN counter ON counter.name = 'media_bytes' AND counter.key = shop.key
      WHERE shop.organization_id = (SELECT id FROM of)) AS bytes
  FROM usage WHERE organization_id = (SELECT id FROM of)`;

export function usageQuery(database: Database): Statement<[string], Usage> {
  return database.prepare(USAGE);
}

export function contextQuery(db: BetterSQLite3Database) {
  return db
    .select({ version: order.version, body: order.body })
    .from(order)
    .where(eq(order.context_hash, sql.placeholder('context_hash')))
    .prepare();
}
