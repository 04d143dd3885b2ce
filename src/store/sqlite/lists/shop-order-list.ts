import type { Database } from 'better-sqlite3';
import type { QueryTerm } from '../../../domain/order/order-terms.js';
import type { ChangedOrder, Page, ShopOrderFilter } from '../../../ports.js';
import { NEWEST } from '../../list-pages.js';
import { trustedRow } from '../../trusted-row.js';
import type { ListQuery } from './list-query.js';

/** Orders that a page looks at, at most, where it looks for what no index has: some milliseconds. */
const LOOKED_AT = 500;

/** The numbers of shops are short, and the index has one in each of its rows. */
const OF_SHOP = 'shop_seq = (SELECT shop.seq FROM shop WHERE shop.key = $shop_id)';

type Values = Record<string, string | number>;

/** Where an order stands in both lists, and whether it is one of those that are asked for. */
interface LookedAt {
  readonly key: string;
  readonly created_at: number;
  readonly changed: number;
  readonly wanted: number;
}

/** Orders of a shop, newest first. */
export function shopOrderList(database: Database): ListQuery<'shop_orders'> {
  const read = pages(database, {
    order: 'created_at DESC, key DESC',
    from: '(created_at, key) < ($at, $id)',
    indexed: ['created_from', 'created_before', 'status', 'payment_status'],
  });
  return (filter, after, limit) => {
    const { created_at, id } = after ?? NEWEST;
    return read(filter, { at: created_at, id }, limit, (one) => ({ created_at: one.created_at, id: one.key }));
  };
}

/** Orders of a shop in the order of their last changes. */
export function changedOrderList(database: Database): ListQuery<'changed_orders'> {
  const read = pages(database, { order: 'changed', from: 'changed > $since', indexed: [] });
  return (filter, after, limit) =>
    read(filter, { since: after?.changed ?? filter.changed_since }, limit, ({ changed }) => ({ changed }));
}

const CONDITIONS = {
  status: 'status = $status',
  payment_status: 'payment_status = $payment_status',
  created_from: 'created_at >= $created_from',
  created_before: 'created_at < $created_before',
} as const;
type Condition = keyof typeof CONDITIONS;
const CONDITION_NAMES = ['status', 'payment_status', 'created_from', 'created_before'] as const;

interface Listing {
  readonly order: string;
  /** What follows a position. */
  readonly from: string;
  /** The filters by which an index in this order can be read; of the two statuses one. */
  readonly indexed: readonly Condition[];
}

/**
 * Reads pages of a list. What no index in its order has is asked of each order that the index gives, of some at a time; a page that
 * has looked at as many is shorter than its limit. A word that few orders have gives the orders instead.
 */
function pages(database: Database, listing: Listing) {
  const prepared = new Map<string, ReturnType<typeof prepare>>();
  const prepare = (sql: string) => database.prepare<[Values], LookedAt>(sql);
  const rareTerm = rareTermOf(database);
  const body = database.prepare<[string], { readonly version: number; readonly body: string }>(
    'SELECT version, body FROM "order" WHERE key = ?',
  );
  return <P>(
    { shop_id, terms = [], ...columns }: ShopOrderFilter,
    position: Values,
    limit: number,
    positionOf: (one: LookedAt) => P,
  ): Page<ChangedOrder, P> => {
    const given = CONDITION_NAMES.filter((name) => columns[name] !== undefined);
    const { sql, isAsked } = statementOf(listing, given, terms, rareTerm(shop_id, terms));
    const statement = prepared.get(sql) ?? prepare(sql);
    prepared.set(sql, statement);
    const most = isAsked ? LOOKED_AT : limit + 1;
    const looked = statement.all({ ...valuesOf(columns), ...termValues(terms), ...position, shop_id, most });
    const wanted = looked.filter((one) => one.wanted === 1);
    const entries = wanted.slice(0, limit).map(({ key, changed }) => {
      const row = body.get(key);
      if (!row) throw new Error('an order is gone');
      return { order: trustedRow('order', row), changed };
    });
    const last = wanted.length > limit ? wanted[limit - 1] : looked.length === most ? looked.at(-1) : undefined;
    return { entries, next: last && positionOf(last) };
  };
}

function statementOf(
  { order, from, indexed }: Listing,
  given: readonly Condition[],
  terms: readonly QueryTerm[],
  rare: number | undefined,
): { readonly sql: string; readonly isAsked: boolean } {
  const isServed = (name: Condition) =>
    indexed.includes(name) && !(name === 'payment_status' && given.includes('status'));
  const served = given.filter(isServed);
  const asked = [
    ...given.filter((name) => !isServed(name)).map((name) => CONDITIONS[name]),
    ...terms.flatMap((_term, index) => (index === rare ? [] : hasTerm(index))),
  ];
  const where = ['shop_id = $shop_id', from, ...served.map((name) => CONDITIONS[name])].join(' AND ');
  return {
    sql: `
      SELECT key, created_at, changed, ${asked.join(' AND ') || '1'} AS wanted
      FROM ${rare === undefined ? '"order"' : ordersWith(rare)} WHERE ${where} ORDER BY ${order} LIMIT $most`,
    isAsked: asked.length > 0,
  };
}

/** A whole line of the order's words, or its beginning (src/store/term-lines.ts). */
function hasTerm(index: number): string {
  return `instr(terms, $line${index}) > 0`;
}

function ordersWith(index: number): string {
  return `
    (SELECT DISTINCT order_seq FROM order_term WHERE ${OF_SHOP} AND term BETWEEN $from${index} AND $to${index})
    CROSS JOIN "order" ON seq = order_seq`;
}

/** Which of the words the fewest orders have, where these are so few that they can all be looked at. */
function rareTermOf(database: Database) {
  const some = database
    .prepare<[Values], number>(`SELECT 1 FROM order_term WHERE ${OF_SHOP} AND term BETWEEN $from AND $to LIMIT $most`)
    .pluck();
  return (shop_id: string, terms: readonly QueryTerm[]): number | undefined => {
    const counts = terms.map((term) => some.all({ shop_id, ...rangeOf(term), most: LOOKED_AT }).length);
    const fewest = Math.min(...counts);
    return fewest < LOOKED_AT ? counts.indexOf(fewest) : undefined;
  };
}

function valuesOf(columns: Omit<ShopOrderFilter, 'shop_id' | 'terms'>): Values {
  const values: Values = {};
  for (const name of CONDITION_NAMES) {
    const value = columns[name];
    if (value !== undefined) values[name] = value;
  }
  return values;
}

function termValues(terms: readonly QueryTerm[]): Values {
  return Object.fromEntries(
    terms.flatMap((term, index) => {
      const { from, to } = rangeOf(term);
      return [
        [`from${index}`, from],
        [`to${index}`, to],
        [`line${index}`, lineOf(term)],
      ];
    }),
  );
}

function lineOf({ term, isStart }: QueryTerm): string {
  return isStart ? `\n${term}` : `\n${term}\n`;
}

/** Sorts after every word that begins with the text before it. */
const END = '\u{10ffff}';

function rangeOf({ term, isStart }: QueryTerm): { readonly from: string; readonly to: string } {
  return { from: term, to: isStart ? term + END : term };
}
