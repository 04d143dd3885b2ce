import { itemKey } from '../../../domain/shop/item.js';
import type { StockedItem } from '../../../ports.js';
import { OLDEST, pageOf } from '../../list-pages.js';
import { type StoredRow, trustedRow } from '../../trusted-row.js';
import { tokenText } from '../search/indexed-item.js';
import type { ListQuery } from './list-query.js';

type Row = StoredRow & { readonly stock: number | null };

const listing = (where: string, limit: number) => `
  SELECT item.version, item.body, counter.value AS stock
  FROM item LEFT JOIN counter ON counter.name = 'stock' AND counter.key = item.key
  WHERE item.shop_id = $1 AND (item.created_at, item.key) > ($2, $3) ${where}
  ORDER BY item.created_at, item.key LIMIT $${limit}`;

/** Of the items of a product the one that was written first, among those that pass. */
const firstOfProduct = (passes: string) => `
  AND (item.product_id IS NULL OR NOT EXISTS (
    SELECT 1 FROM item AS earlier
    WHERE earlier.status = 'active' AND earlier.shop_id = item.shop_id AND earlier.product_id = item.product_id
      AND earlier.seq < item.seq ${passes}))`;

/** All items of a shop, oldest first. */
export const itemList: ListQuery<'items'> = async (session, { shop_id }, after, limit) => {
  const { created_at, id } = after ?? OLDEST;
  return stockedPage(await session.query<Row>(listing('', 4), [shop_id, created_at, id, limit + 1]), limit);
};

const ON_SALE = listing(`AND item.status = 'active' ${firstOfProduct('')}`, 4);

/** Those on sale, one of each product. */
export const itemOnSaleList: ListQuery<'items_on_sale'> = async (session, { shop_id }, after, limit) => {
  const { created_at, id } = after ?? OLDEST;
  return stockedPage(await session.query<Row>(ON_SALE, [shop_id, created_at, id, limit + 1]), limit);
};

/** What a filter asks of an item and of the units that are left of it. */
const passes = (item: string, left: string) => `
  AND ${item}.price >= $4 AND ${item}.price <= $5
  AND ($6::bigint IS NULL OR $6 = CASE WHEN coalesce(${left} > 0, true) THEN 1 ELSE 0 END)
  AND (cardinality($7::text[]) = 0 OR EXISTS (
    SELECT 1 FROM item_search WHERE item_search.seq = ${item}.seq AND item_search.tokens && $7))`;

const LEFT_OF_EARLIER = "(SELECT value FROM counter WHERE name = 'stock' AND counter.key = earlier.key)";

/** Asked once a query: where no price fits, none of the shop's items has to be looked at. */
const ANY_PRICE_FITS = `
  AND EXISTS (
    SELECT 1 FROM item AS priced
    WHERE priced.status = 'active' AND priced.shop_id = $1 AND priced.price >= $4 AND priced.price <= $5)`;

const FILTERED = listing(
  `${ANY_PRICE_FITS} AND item.status = 'active' ${passes('item', 'counter.value')}
   ${firstOfProduct(passes('earlier', LEFT_OF_EARLIER))}`,
  8,
);

/** Items on sale that a filter takes, oldest first. */
export const filteredItemList: ListQuery<'items_filtered'> = async (session, filter, after, limit) => {
  const { shop_id, min_price = 0, max_price = Number.MAX_SAFE_INTEGER, in_stock, categories } = filter;
  const { created_at, id } = after ?? OLDEST;
  const tokens = categories.map((category) => tokenText(shop_id, category));
  const stocked = in_stock === undefined ? null : Number(in_stock);
  const values = [shop_id, created_at, id, min_price, max_price, stocked, tokens, limit + 1];
  return stockedPage(await session.query<Row>(FILTERED, values), limit);
};

function stockedPage(rows: readonly Row[], limit: number) {
  const items = rows.map((row): StockedItem => ({ item: trustedRow('item', row), stock: row.stock }));
  return pageOf(items, limit, ({ item }) => ({ created_at: item.created_at, id: itemKey(item.shop_id, item.id) }));
}
