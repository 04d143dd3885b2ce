import type { Database } from 'better-sqlite3';
import { itemKey } from '../../../domain/shop/item.js';
import { OLDEST, pageOf } from '../../list-pages.js';
import type { StoredRow } from '../../trusted-row.js';
import { quotedToken } from '../search/token-text.js';
import { stockedItem } from './item-lists.js';
import type { ListQuery } from './list-query.js';

type Row = StoredRow & { readonly stock: number | null };

const LEFT_OF_EARLIER = "(SELECT value FROM counter WHERE name = 'stock' AND counter.key = earlier.key)";

/** What a filter asks of an item and of the units that are left of it. */
const passes = (item: string, left: string, condition: string) => `
  +${item}.price >= $min_price AND +${item}.price <= $max_price ${condition}
  AND ($in_stock IS NULL OR $in_stock = ifnull(${left} > 0, 1))`;

const ofCategoriesOf = (item: string) =>
  `AND +${item}.seq IN (SELECT rowid FROM item_token WHERE item_token MATCH $categories)`;

/** Asked once a query: where no price fits, none of the shop's items has to be looked at. */
const ANY_PRICE_FITS = `
  EXISTS (
    SELECT 1 FROM item AS priced INDEXED BY item_by_price
    WHERE priced.status = 'active' AND priced.shop_id = $shop_id AND priced.price >= $min_price AND priced.price <= $max_price)`;

/** FTS5 has no word in Drizzle. Price and category are compared in the index alone; the plus keeps SQLite on it. */
const listing = (condition: (item: string) => string) => `
  SELECT item.version AS version, item.body AS body, counter.value AS stock
  FROM item LEFT JOIN counter ON counter.name = 'stock' AND counter.key = item.key
  WHERE ${ANY_PRICE_FITS} AND item.status = 'active' AND item.shop_id = $shop_id
    AND (item.created_at, item.key) > ($created_at, $id)
    AND ${passes('item', 'counter.value', condition('item'))}
    AND (item.product_id IS NULL OR NOT EXISTS (
      SELECT 1 FROM item AS earlier
      WHERE earlier.status = 'active' AND earlier.shop_id = $shop_id AND earlier.product_id = item.product_id
        AND earlier.seq < item.seq AND ${passes('earlier', LEFT_OF_EARLIER, condition('earlier'))}))
  ORDER BY item.created_at, item.key
  LIMIT $limit`;

/** Items on sale that a filter takes, oldest first. */
export function filteredItemList(database: Database): ListQuery<'items_filtered'> {
  const all = database.prepare<[object], Row>(listing(() => ''));
  const ofCategories = database.prepare<[object], Row>(listing(ofCategoriesOf));
  return ({ shop_id, min_price, max_price, in_stock, categories }, after, limit) => {
    const bound = {
      shop_id,
      min_price: min_price ?? 0,
      max_price: max_price ?? Number.MAX_SAFE_INTEGER,
      in_stock: in_stock === undefined ? null : Number(in_stock),
      ...(after ?? OLDEST),
      limit: limit + 1,
    };
    const tokens = categories.map((category) => quotedToken(shop_id, category)).join(' OR ');
    const rows = tokens === '' ? all.all(bound) : ofCategories.all({ ...bound, categories: tokens });
    return pageOf(rows.map(stockedItem), limit, ({ item }) => ({
      created_at: item.created_at,
      id: itemKey(shop_id, item.id),
    }));
  };
}
