import { and, asc, eq, sql } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import { api_key, counter, deployment, discount, item, organization } from '../../db/sqlite/schema.js';
import { type Discount, discountKey } from '../domain/discount.js';
import type { Item } from '../domain/item.js';
import type { ApiKey, Deployment, Organization } from '../domain/tenant.js';
import type { Page, Position, StockedItem } from '../ports.js';
import { decodeRow } from './aggregates.js';

/** Sorts before every real position, so that the first page needs no statement of its own. */
export const OLDEST: Position = { created_at: -1, id: '' };

const placeholder = sql.placeholder;

/** The lists of tenants and catalog, by keyset on (created_at, key) and served by an index. */
export class Lists {
  private readonly items;
  private readonly discounts;
  private readonly byHash;
  private readonly keys;
  private readonly deployments;
  private readonly organizations;

  constructor(db: BetterSQLite3Database) {
    this.items = itemsQuery(db);
    this.discounts = discountsQuery(db);
    this.byHash = db
      .select()
      .from(api_key)
      .where(eq(api_key.hash, placeholder('hash')))
      .prepare();
    this.keys = db
      .select()
      .from(api_key)
      .where(eq(api_key.organization_id, placeholder('organization_id')))
      .orderBy(asc(api_key.created_at), asc(api_key.key))
      .prepare();
    this.deployments = db.select().from(deployment).orderBy(asc(deployment.key)).limit(placeholder('limit')).prepare();
    this.organizations = db
      .select()
      .from(organization)
      .orderBy(asc(organization.key))
      .limit(placeholder('limit'))
      .prepare();
  }

  listItems(shopId: string, after: Position | undefined, limit: number): Page<StockedItem> {
    const { created_at, id } = after ?? OLDEST;
    const rows = this.items.all({ shop_id: shopId, created_at, id, limit: limit + 1 });
    return pageOf(rows.map(stockedItem), limit, (entry) => ({
      created_at: entry.item.created_at,
      id: `${shopId}/${entry.item.id}`,
    }));
  }

  listDiscounts(shopId: string, after: Position | undefined, limit: number): Page<Discount> {
    const { created_at, id } = after ?? OLDEST;
    const rows = this.discounts.all({ shop_id: shopId, created_at, id, limit: limit + 1 });
    return pageOf(
      rows.map((row) => decodeRow<Discount>(row)),
      limit,
      (row) => ({ created_at: row.created_at, id: discountKey(shopId, row.code) }),
    );
  }

  findKeyByHash(hash: string): ApiKey | undefined {
    const row = this.byHash.get({ hash });
    return row && decodeRow<ApiKey>(row);
  }

  listKeys(organizationId: string): ApiKey[] {
    return this.keys.all({ organization_id: organizationId }).map((row) => decodeRow<ApiKey>(row));
  }

  listDeployments(limit: number): Deployment[] {
    return this.deployments.all({ limit }).map((row) => decodeRow<Deployment>(row));
  }

  listOrganizations(limit: number): Organization[] {
    return this.organizations.all({ limit }).map((row) => decodeRow<Organization>(row));
  }
}

function itemsQuery(db: BetterSQLite3Database) {
  return db
    .select({ version: item.version, body: item.body, stock: counter.value })
    .from(item)
    .leftJoin(counter, and(eq(counter.name, sql`'stock'`), eq(counter.key, item.key)))
    .where(
      and(
        eq(item.shop_id, placeholder('shop_id')),
        eq(item.status, sql`'active'`),
        sql`(${item.created_at}, ${item.key}) > (${placeholder('created_at')}, ${placeholder('id')})`,
      ),
    )
    .orderBy(asc(item.created_at), asc(item.key))
    .limit(placeholder('limit'))
    .prepare();
}

function discountsQuery(db: BetterSQLite3Database) {
  return db
    .select({ version: discount.version, body: discount.body })
    .from(discount)
    .where(
      and(
        eq(discount.shop_id, placeholder('shop_id')),
        sql`(${discount.created_at}, ${discount.key}) > (${placeholder('created_at')}, ${placeholder('id')})`,
      ),
    )
    .orderBy(asc(discount.created_at), asc(discount.key))
    .limit(placeholder('limit'))
    .prepare();
}

export function stockedItem(row: {
  readonly body: unknown;
  readonly version: unknown;
  readonly stock: number | null;
}): StockedItem {
  return { item: decodeRow<Item>(row), stock: row.stock };
}

/** One row more than the page was read to know whether there is a next one. */
export function pageOf<T, P>(rows: readonly T[], limit: number, position: (entry: T) => P): Page<T, P> {
  const entries = rows.slice(0, limit);
  const last = entries.at(-1);
  return { entries, next: rows.length > limit && last !== undefined ? position(last) : undefined };
}
