import { type SQL, sql } from 'drizzle-orm';
import { itemKey } from '../../domain/shop/item.js';
import { memo } from '../../domain/values/memo.js';
import type { OnSaleFilter, StockedItem } from '../../ports.js';
import { decodeRow, type StoredRow } from '../decode-row.js';
import { buildPage, OLDEST } from '../list-pages.js';
import type { Words } from '../sql/dialect.js';
import { Query } from '../sql/query.js';
import { TokenGroup } from '../sql/values.js';
import { and, type ListQuery, pageValues } from './list-query.js';

const p = sql.placeholder;

type Row = StoredRow & { readonly stock: number | null };

/** Selects items of a shop with their stock, oldest first. */
function listing(conditions: readonly SQL[]): SQL {
  return sql`
    SELECT item.version AS version, item.body AS body, counter.value AS stock
    FROM item LEFT JOIN counter ON counter.name = 'stock' AND counter.key = item.key
    WHERE item.shop_id = ${p('shop_id')} AND (item.created_at, item.key) > (${p('created_at')}, ${p('id')})${and(conditions)}
    ORDER BY item.created_at, item.key LIMIT ${p('limit')}`;
}

const ON_SALE = sql`item.status = 'active'`;

/** True for an item without a product, and for a product's first item among those on sale that meet the conditions. */
function firstOfProduct(conditions: readonly SQL[]): SQL {
  return sql`(item.product_id IS NULL OR NOT EXISTS (
    SELECT 1 FROM item AS earlier
    WHERE earlier.status = 'active' AND earlier.shop_id = item.shop_id AND earlier.product_id = item.product_id
      AND earlier.seq < item.seq${and(conditions)}))`;
}

const ITEMS = new Query<Row>(() => listing([]));

/** All items of a shop, oldest first. */
export const itemList: ListQuery<'items'> = function* ({ shop_id }, after, limit) {
  return stockedPage(yield* ITEMS.all({ shop_id, ...pageValues(after ?? OLDEST, limit) }), limit);
};

const ITEMS_ON_SALE = new Query<Row>(() => listing([ON_SALE, firstOfProduct([])]));

/** Items on sale, one per product. */
export const itemOnSaleList: ListQuery<'items_on_sale'> = function* ({ shop_id }, after, limit) {
  return stockedPage(yield* ITEMS_ON_SALE.all({ shop_id, ...pageValues(after ?? OLDEST, limit) }), limit);
};

const LEFT_OF_EARLIER = sql`(SELECT value FROM counter WHERE name = 'stock' AND counter.key = earlier.key)`;

/**
 * Builds the conditions of a filter on an item; `left` is its units in stock. Price and category are read from indexes,
 * without the item's row.
 */
function passes({ itemHasToken, unindexed }: Words, shape: Shape, item: 'item' | 'earlier', left: SQL): SQL[] {
  const price = unindexed(sql.raw(`${item}.price`));
  const isInStock = sql`coalesce(${left} > 0, true)`;
  const stock = { any: [], in: [isInStock], out: [sql`NOT ${isInStock}`] }[shape.stock];
  const category = shape.hasCategories ? [itemHasToken(sql.raw(`${item}.seq`), p('categories'))] : [];
  return [sql`${price} >= ${p('min_price')} AND ${price} <= ${p('max_price')}`, ...category, ...stock];
}

/** True if any item on sale has a price in range. Evaluated once per query; if false, no item of the shop is read. */
function anyPriceFits({ indexedBy }: Words): SQL {
  return sql`EXISTS (
    SELECT 1 FROM item AS priced ${indexedBy('item_by_price')}
    WHERE priced.status = 'active' AND priced.shop_id = ${p('shop_id')}
      AND priced.price >= ${p('min_price')} AND priced.price <= ${p('max_price')})`;
}

interface Shape {
  readonly stock: 'any' | 'in' | 'out';
  readonly hasCategories: boolean;
}

function filteredQuery(shape: Shape): Query<Row> {
  return new Query((words) =>
    listing([
      anyPriceFits(words),
      ON_SALE,
      ...passes(words, shape, 'item', sql`counter.value`),
      firstOfProduct(passes(words, shape, 'earlier', LEFT_OF_EARLIER)),
    ]),
  );
}

const STOCKS = ['any', 'in', 'out'] as const;
/** Queries, keyed by the number of their shape. */
const FILTERED = memo(2 * STOCKS.length, (shape: number) =>
  filteredQuery({ stock: STOCKS[shape >> 1] ?? 'any', hasCategories: shape % 2 === 1 }),
);

function shapeOf({ in_stock, categories }: OnSaleFilter): number {
  const stock = in_stock === undefined ? 'any' : in_stock ? 'in' : 'out';
  return 2 * STOCKS.indexOf(stock) + Number(categories.length > 0);
}

/** Items on sale that pass a filter, oldest first. */
export const filteredItemList: ListQuery<'items_filtered'> = function* (filter, after, limit) {
  const { shop_id, min_price = 0, max_price = Number.MAX_SAFE_INTEGER, categories } = filter;
  const rows = yield* FILTERED(shapeOf(filter)).all({
    ...{ shop_id, min_price, max_price },
    categories: new TokenGroup(shop_id, categories),
    ...pageValues(after ?? OLDEST, limit),
  });
  return stockedPage(rows, limit);
};

function stockedPage(rows: readonly Row[], limit: number) {
  const items = rows.map((row): StockedItem => ({ item: decodeRow('item', row), stock: row.stock }));
  return buildPage(items, limit, ({ item }) => ({ created_at: item.created_at, id: itemKey(item.shop_id, item.id) }));
}
