import { type SQL, sql } from 'drizzle-orm';
import type { QueryTerm } from '../../domain/order/order-terms.js';
import { memo } from '../../domain/values/memo.js';
import { required } from '../../domain/values/required.js';
import type { ChangedOrder, Page, ShopOrderFilter } from '../../ports.js';
import { decodeRow, type StoredRow } from '../decode-row.js';
import { NEWEST } from '../list-pages.js';
import { Query, type Reads } from '../sql/query.js';
import { together } from '../sql/reads.js';
import type { Values } from '../sql/values.js';
import { allOf, type ListQuery } from './list-query.js';

const p = sql.placeholder;

/** Maximum number of orders that a page scans for a filter without an index, which takes a few milliseconds. */
const MAX_SCANNED = 500;

/** Maximum number of cached queries: each combination of filters and number of terms has its own. */
const MAX_QUERIES = 64;

/** A scanned order: its position in both lists, and `wanted`, which is 1 if it passes the filters. */
interface Row {
  readonly key: string;
  readonly created_at: number;
  readonly changed: number;
  readonly wanted: number;
  /** Version and body of the row; present if the index serves all filters, so that every scanned order passes. */
  readonly version?: number;
  readonly body?: string;
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
  /** Filters that an index serves in this sort order; of the two statuses, it can serve only one at a time. */
  readonly indexed: readonly Condition[];
  readonly query: (shape: string) => Query<Row>;
}

const NEWEST_ORDERS = listing({
  order: sql`created_at DESC, key DESC`,
  from: sql`(created_at, key) < (${p('at')}, ${p('id')})`,
  indexed: ['created_from', 'created_before', 'status', 'payment_status'],
});

const CHANGED_ORDERS = listing({ order: sql`changed`, from: sql`changed > ${p('since')}`, indexed: [] });

/** Orders of a shop, newest first. */
export const shopOrderList: ListQuery<'shop_orders'> = (filter, after, limit) => {
  const { created_at, id } = after ?? NEWEST;
  return readPage(NEWEST_ORDERS, filter, { at: created_at, id }, limit, (row) => ({
    created_at: row.created_at,
    id: row.key,
  }));
};

/** Orders of a shop in the order of their last changes. */
export const changedOrderList: ListQuery<'changed_orders'> = ({ changed_since, ...filter }, after, limit) =>
  readPage(CHANGED_ORDERS, filter, { since: after?.changed ?? changed_since }, limit, ({ changed }) => ({ changed }));

/** Selects the rows of orders by their keys. */
const BODIES = new Query<StoredRow & { readonly key: string }>(
  ({ anyOf }) => sql`SELECT key, version, body FROM "order" WHERE ${anyOf(sql`key`, p('keys'))}`,
);

/**
 * Reads a page of a list. Filters that no index serves are checked on a limited number of orders, so a page may be
 * shorter than its limit. If a term is rare, only the orders with this term are read.
 */
function* readPage<P>(
  listing: Listing,
  { shop_id, terms = [], ...columns }: ShopOrderFilter,
  position: Values,
  limit: number,
  positionOf: (row: Row) => P,
): Reads<Page<ChangedOrder, P>> {
  const rare = yield* rareTerm(shop_id, terms);
  const given = CONDITION_NAMES.filter((name) => columns[name] !== undefined);
  const isChecked =
    given.some((name) => !isServed(listing.indexed, given, name)) || terms.length > (rare === undefined ? 0 : 1);
  const most = isChecked ? MAX_SCANNED : limit + 1;
  const query = listing.query([given.join('+'), terms.length, rare ?? ''].join());
  const rows = yield* query.all({ ...columns, ...termValues(terms), ...position, shop_id, most });
  const wanted = rows.filter((row) => row.wanted === 1);
  const entries = yield* ordersOf(wanted.slice(0, limit));
  const last = wanted.length > limit ? wanted[limit - 1] : rows.length === most ? rows.at(-1) : undefined;
  return { entries, next: last && positionOf(last) };
}

function* ordersOf(found: readonly Row[]): Reads<ChangedOrder[]> {
  const keys = found.flatMap(({ key, body }) => (body === undefined ? [key] : []));
  const rows =
    keys.length === 0 ? found.map(({ key, version, body }) => ({ key, version, body })) : yield* BODIES.all({ keys });
  const orders = new Map(rows.map((row) => [row.key, decodeRow('order', row)]));
  return found.map(({ key, changed }) => ({ order: required(orders.get(key), 'order'), changed }));
}

/**
 * Builds a listing with its queries by shape: the given filters, the number of terms, and the rare term if there is
 * one.
 */
function listing({ order, from, indexed }: Omit<Listing, 'query'>): Listing {
  const query = memo(MAX_QUERIES, (shape: string) => {
    const [names = '', terms, rare = ''] = shape.split(',');
    const given = CONDITION_NAMES.filter((name) => names.split('+').includes(name));
    const others = Array.from({ length: Number(terms) }, (_, at) => at).filter((at) => String(at) !== rare);
    const served = given.filter((name) => isServed(indexed, given, name));
    const where = allOf([sql`shop_id = ${p('shop_id')}`, from, ...served.map((name) => CONDITIONS[name])]);
    return new Query<Row>(({ contains, nestedJoin }) => {
      const checked = [
        ...given.filter((name) => !served.includes(name)).map((name) => CONDITIONS[name]),
        ...others.map((at) => contains(sql`terms`, p(`line${at}`))),
      ];
      const orders =
        rare === '' ? sql`"order"` : sql`(${ordersWith(rare)}) AS found ${nestedJoin} "order" ON seq = order_seq`;
      return sql`
        SELECT key, created_at, changed, CASE WHEN ${allOf(checked)} THEN 1 ELSE 0 END AS wanted${checked.length === 0 ? sql`, version, body` : sql.empty()}
        FROM ${orders} WHERE ${where} ORDER BY ${order} LIMIT ${p('most')}`;
    });
  });
  return { order, from, indexed, query };
}

function isServed(indexed: readonly Condition[], given: readonly Condition[], name: Condition): boolean {
  return indexed.includes(name) && !(name === 'payment_status' && given.includes('status'));
}

/** Selects a shop's terms by its number. Numbers are shorter than ids, which saves space in each entry of the index. */
const OF_SHOP = sql`shop_seq = (SELECT shop.seq FROM shop WHERE shop.key = ${p('shop_id')})`;

function ordersWith(term: string): SQL {
  return sql`
    SELECT DISTINCT order_seq FROM order_term
    WHERE ${OF_SHOP} AND term BETWEEN ${p(`from${term}`)} AND ${p(`to${term}`)}`;
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
