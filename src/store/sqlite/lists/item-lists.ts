import { and, asc, eq, isNull, lt, notExists, or, type SQL, sql } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import { alias, QueryBuilder } from 'drizzle-orm/sqlite-core';
import { counter, item } from '../../../../db/sqlite/schema.js';
import { itemKey } from '../../../domain/shop/item.js';
import type { Lists, Page, Position, StockedItem } from '../../../ports.js';
import { OLDEST, pageOf } from '../../list-pages.js';
import { type StoredRow, trustedRow } from '../../trusted-row.js';
import type { ListQuery } from './list-query.js';

const placeholder = sql.placeholder;

/** All items of a shop, oldest first and served by an index. */
export function itemList(db: BetterSQLite3Database): ListQuery<'items'> {
  return stockedList(db, undefined);
}

/** Those on sale, one of each product, oldest first and served by an index of their own. */
export function itemOnSaleList(db: BetterSQLite3Database): ListQuery<'items_on_sale'> {
  return stockedList(db, and(eq(item.status, sql`'active'`), FIRST_OF_PRODUCT));
}

const earlier = alias(item, 'earlier');

const FIRST_OF_PRODUCT = or(
  isNull(item.product_id),
  notExists(
    new QueryBuilder()
      .select({ seq: earlier.seq })
      .from(earlier)
      .where(
        and(
          eq(earlier.status, sql`'active'`),
          eq(earlier.shop_id, item.shop_id),
          eq(earlier.product_id, item.product_id),
          lt(earlier.seq, item.seq),
        ),
      ),
  ),
);

function stockedList(db: BetterSQLite3Database, filter: SQL | undefined) {
  const query = db
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
  return ({ shop_id }: Lists['items']['filter'], after: Position | undefined, limit: number): Page<StockedItem> => {
    const rows = query.all({ shop_id, ...(after ?? OLDEST), limit: limit + 1 });
    return pageOf(rows.map(stockedItem), limit, (entry) => ({
      created_at: entry.item.created_at,
      id: itemKey(shop_id, entry.item.id),
    }));
  };
}

export function stockedItem(row: StoredRow & { readonly stock: number | null }): StockedItem {
  return { item: trustedRow('item', row), stock: row.stock };
}
