import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import { counter, discount, item } from '../../../db/sqlite/schema.js';
import type { Discount } from '../../domain/shop/discount.js';
import { type Item, itemKey } from '../../domain/shop/item.js';
import type { Page, Position, StockedItem } from '../../ports.js';
import { decodeRow } from './aggregates.js';
import { KeysetList, OLDEST, pageOf } from './keyset-list.js';

const placeholder = sql.placeholder;

/** The lists of a shop's catalog, by keyset on (created_at, key) and served by an index. */
export class Lists {
  private readonly onSale;
  private readonly items;
  private readonly discounts;

  constructor(db: BetterSQLite3Database) {
    this.onSale = itemsQuery(db, eq(item.status, sql`'active'`));
    this.items = itemsQuery(db, undefined);
    this.discounts = new KeysetList<Discount>(db, discount, discount.shop_id);
  }

  listItems(shopId: string, after: Position | undefined, limit: number): Page<StockedItem> {
    return itemsPage(this.onSale, shopId, after, limit);
  }

  listShopItems(shopId: string, after: Position | undefined, limit: number): Page<StockedItem> {
    return itemsPage(this.items, shopId, after, limit);
  }

  listDiscounts(shopId: string, after: Position | undefined, limit: number): Page<Discount> {
    return this.discounts.page(shopId, after, limit);
  }
}

function itemsPage(
  query: ReturnType<typeof itemsQuery>,
  shopId: string,
  after: Position | undefined,
  limit: number,
): Page<StockedItem> {
  const { created_at, id } = after ?? OLDEST;
  const rows = query.all({ shop_id: shopId, created_at, id, limit: limit + 1 });
  return pageOf(rows.map(stockedItem), limit, (entry) => ({
    created_at: entry.item.created_at,
    id: itemKey(shopId, entry.item.id),
  }));
}

function itemsQuery(db: BetterSQLite3Database, filter: SQL | undefined) {
  return db
    .select({ version: item.version, body: item.body, stock: counter.value })
    .from(item)
    .leftJoin(counter, and(eq(counter.name, sql`'stock'`), eq(counter.key, item.key)))
    .where(
      and(
        eq(item.shop_id, placeholder('shop_id')),
        filter,
        sql`(${item.created_at}, ${item.key}) > (${placeholder('created_at')}, ${placeholder('id')})`,
      ),
    )
    .orderBy(asc(item.created_at), asc(item.key))
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
