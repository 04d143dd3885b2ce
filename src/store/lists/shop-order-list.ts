import { type SQL, sql } from 'drizzle-orm';
import type { QueryTerm } from '../../domain/order/order-terms.js';
import { memo } from '../../domain/values/memo.js';
import { required } from '../../domain/values/required.js';
import type { ChangedOrder, Page, ShopOrderFilter } from '../../ports.js';
import { decodeRow } from '../decode-row.js';
import { NEWEST } from '../list-pages.js';
import type { Words } from '../sql/dialect.js';
import { Query, type Reads } from '../sql/query.js';
import { together } from '../sql/reads.js';
import type { Values } from '../sql/values.js';
import { allOf, type FoundRow, type ListQuery, type ListReads, rowsOf } from './list-query.js';
import { STATUS_NAMES, selectByStatus } from './order-statuses.js';

const p = sql.placeholder;

/** Maximum number of orders that a page scans for a filter without an index, which takes a few milliseconds. */
const MAX_SCANNED = 500;

/** Maximum number of cached queries: each combination of filters and number of terms has its own. */
const MAX_QUERIES = 64;

/** A scanned order: its position in both lists, and `wanted`, which is 1 if it passes the filters. */
interface Row extends FoundRow {
  readonly created_at: number;
  readonly changed: number;
  readonly wanted: number;
}

const CONDITIONS = {
  status: sql`status = ${p('status')}`,
  payment_status: sql`payment_status = ${p('payment_status')}`,
  created_from: sql`created_at >= ${p('created_from')}`,
  created_before: sql`created_at < ${p('created_before')}`,
} as const;
type Condition = keyof typeof CONDITIONS;
const CONDITION_NAMES = ['status', 'payment_status', 'created_from', 'created_before'] as const;

interface Listing {
  readonly order: SQL;
  /** Condition that selects the orders after a position. */
  readonly from: SQL;
  /** Filters that an index serves in this sort order. */
  readonly indexed: readonly Condition[];
  readonly query: (shape: string) => Query<Row>;
}

/** Start of a page. `isCached`: reads its orders through the row cache. */
interface Start {
  readonly position: Values;
  readonly isCached: boolean;
}

const NEWEST_ORDERS = listing({
  order: sql`created_at DESC, key DESC`,
  from: sql`(created_at, key) < (${p('at')}, ${p('id')})`,
  indexed: ['created_from', 'created_before', 'status', 'payment_status'],
});

const CHANGED_ORDERS = listing({ order: sql`changed`, from: sql`changed > ${p('since')}`, indexed: [] });

/**
 * Orders of a shop, newest first. Only the first page is cached: it is read again and again, while a walk over all
 * orders would displace every other row.
 */
export const shopOrderList: ListQuery<'shop_orders'> = (filter, after, limit) => {
  const { created_at, id } = after ?? NEWEST;
  const start = { position: { at: created_at, id }, isCached: after === undefined };
  return readPage(NEWEST_ORDERS, filter, start, limit, (row) => ({ created_at: row.created_at, id: row.key }));
};

/** Orders of a shop in the order of their last changes. Each change is read once, so its order is not cached. */
export const changedOrderList: ListQuery<'changed_orders'> = ({ changed_since, ...filter }, after, limit) => {
  const start = { position: { since: after?.changed ?? changed_since }, isCached: false };
  return readPage(CHANGED_ORDERS, filter, start, limit, ({ changed }) => ({ changed }));
};

const WITH_BODY = sql`key, version, body`;

function selectByKey(columns: (words: Words) => SQL): Query<FoundRow> {
  return new Query((words) => sql`SELECT ${columns(words)} FROM "order" WHERE ${words.anyOf(sql`key`, p('keys'))}`);
}

const BODIES = selectByKey(() => WITH_BODY);
const CACHED = selectByKey(({ rowColumns }) => rowColumns);

/**
 * Reads a page of a list. Filters that no index serves are checked on a limited number of orders, so a page may be
 * shorter than its limit. If a term is rare, only the orders with this term are read.
 */
function* readPage<P>(
  listing: Listing,
  { shop_id, terms = [], ...columns }: ShopOrderFilter,
  { position, isCached }: Start,
  limit: number,
  positionOf: (row: Row) => P,
): ListReads<Page<ChangedOrder, P>> {
  const rare = yield* rareTerm(shop_id, terms);
  const given = CONDITION_NAMES.filter((name) => columns[name] !== undefined);
  const isChecked =
    given.some((name) => !listing.indexed.includes(name)) || terms.length > (rare === undefined ? 0 : 1);
  const most = isChecked ? MAX_SCANNED : limit + 1;
  const query = listing.query([given.join('+'), terms.length, rare ?? '', isCached ? 'cached' : ''].join());
  const rows = yield* query.all({ ...columns, ...termValues(terms), ...position, shop_id, most });
  const wanted = rows.filter((row) => row.wanted === 1);
  const entries = yield* ordersOf(wanted.slice(0, limit), isChecked, isCached);
  const last = wanted.length > limit ? wanted[limit - 1] : rows.length === most ? rows.at(-1) : undefined;
  return { entries, next: last && positionOf(last) };
}

/** Reads the orders of the found rows, which have no bodies if filters were checked on them. */
function* ordersOf(found: readonly Row[], isChecked: boolean, isCached: boolean): ListReads<ChangedOrder[]> {
  const keys = found.map(({ key }) => key);
  const rows = isChecked && keys.length > 0 ? yield* (isCached ? CACHED : BODIES).all({ keys }) : found;
  const orders = isCached ? yield* rowsOf('order', rows) : rows.map((row) => decodeRow('order', row));
  const byId = new Map(orders.map((order) => [order.id, order]));
  return found.map(({ key, changed }) => ({ order: required(byId.get(key), 'order'), changed }));
}

/**
 * Builds a listing with its queries by shape: the given filters, the number of terms, the rare term if there is one, and
 * `cached` for orders that are read through the row cache.
 */
function listing({ order, from, indexed }: Omit<Listing, 'query'>): Listing {
  const query = memo(MAX_QUERIES, (shape: string) => {
    const [names = '', terms, rare = '', cached] = shape.split(',');
    const given = CONDITION_NAMES.filter((name) => names.split('+').includes(name));
    const others = Array.from({ length: Number(terms) }, (_, at) => at).filter((at) => String(at) !== rare);
    const served = given.filter((name) => indexed.includes(name));
    const { statuses, others: dates } = splitStatuses(served);
    const ofShop = [sql`shop_id = ${p('shop_id')}`, from, ...dates.map((name) => CONDITIONS[name])];
    return new Query<Row>((words) => {
      const { contains, nestedJoin, rowColumns } = words;
      const checked = [
        ...given.filter((name) => !served.includes(name)).map((name) => CONDITIONS[name]),
        ...others.map((at) => contains(sql`terms`, p(`line${at}`))),
      ];
      // With checked filters, only the bodies of the orders that pass are read, by another query.
      const columns = checked.length > 0 ? sql`key` : cached ? rowColumns : WITH_BODY;
      const orders =
        rare === ''
          ? sql`"order"`
          : sql`(${ordersWith(rare, words)}) AS found ${nestedJoin} "order" ON seq = order_seq`;
      const select = (conditions: readonly SQL[]) => sql`
        SELECT ${columns}, created_at, changed, CASE WHEN ${allOf(checked)} THEN 1 ELSE 0 END AS wanted
        FROM ${orders} WHERE ${allOf([...ofShop, ...conditions])}`;
      // Orders with a rare term are few, and no index of theirs is in the order of the list.
      const selected =
        rare === ''
          ? selectByStatus(statuses, order, select)
          : sql`${select(statuses.map((name) => CONDITIONS[name]))} ORDER BY ${order}`;
      return sql`${selected} LIMIT ${p('most')}`;
    });
  });
  return { order, from, indexed, query };
}

function splitStatuses(names: readonly Condition[]) {
  const statuses = STATUS_NAMES.filter((name) => names.includes(name));
  return { statuses, others: names.filter((name) => name !== 'status' && name !== 'payment_status') };
}

/** Selects a shop's terms by its number. Numbers are shorter than ids, which saves space in each entry of the index. */
const OF_SHOP = sql`shop_seq = (SELECT shop.seq FROM shop WHERE shop.key = ${p('shop_id')})`;

/** A file has the terms of its newest orders only in their rows (src/store/sqlite/search/order-terms.ts). */
function ordersWith(term: string, { alsoOnFile, contains, unindexed }: Words): SQL {
  return sql`
    SELECT DISTINCT order_seq FROM order_term
    WHERE ${OF_SHOP} AND term BETWEEN ${p(`from${term}`)} AND ${p(`to${term}`)}${alsoOnFile(sql`
    SELECT seq FROM "order" WHERE seq > (SELECT seq FROM indexed_order WHERE id = 1)
      AND ${unindexed(sql`shop_id`)} = ${p('shop_id')} AND ${contains(sql`terms`, p(`line${term}`))}`)}`;
}

const COUNT = new Query<{ readonly orders: number }>(
  () => sql`
    SELECT count(*) AS orders FROM (
      SELECT 1 FROM order_term WHERE ${OF_SHOP} AND term BETWEEN ${p('from')} AND ${p('to')} LIMIT ${p('most')}
    ) AS some_orders`,
);

/** Finds the position of the rarest term in `terms`; `undefined` if a page cannot scan all orders with that term. */
function* rareTerm(shop_id: string, terms: readonly QueryTerm[]): Reads<number | undefined> {
  if (terms.length === 0) return undefined;
  const found = yield* together(terms.map((term) => COUNT.all({ shop_id, ...rangeOf(term), most: MAX_SCANNED })));
  const counts = found.map(([row]) => row?.orders ?? 0);
  const fewest = Math.min(...counts);
  return fewest < MAX_SCANNED ? counts.indexOf(fewest) : undefined;
}

function termValues(terms: readonly QueryTerm[]): Values {
  return Object.fromEntries(
    terms.flatMap((term, at) => {
      const { from, to } = rangeOf(term);
      return [
        [`from${at}`, from],
        [`to${at}`, to],
        [`line${at}`, lineOf(term)],
      ];
    }),
  );
}

/** Builds the text to search for in an order's terms: a whole line, or the start of one (src/store/term-lines.ts). */
function lineOf({ term, isStart }: QueryTerm): string {
  return isStart ? `\n${term}` : `\n${term}\n`;
}

/** A prefix followed by this character sorts after all texts that begin with the prefix. */
const END = '\u{10ffff}';

function rangeOf({ term, isStart }: QueryTerm): { readonly from: string; readonly to: string } {
  return { from: term, to: isStart ? term + END : term };
}
