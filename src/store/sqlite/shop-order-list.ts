import type { Database } from 'better-sqlite3';
import type { SoughtTerm } from '../../domain/order/order-terms.js';
import type { ChangedOrder, Lists, ShopOrderFilter } from '../../ports.js';
import { trustedRow } from '../trusted-row.js';
import { type ListQuery, NEWEST, pageOf } from './list-query.js';

interface FoundRow {
  readonly version: number;
  readonly body: string;
  readonly changed: number;
}

type Values = Record<string, string | number>;

/** Sorts after every word that begins with the text before it. */
const END = '\u{10ffff}';

/** Orders of a shop, newest first. */
export function shopOrderList(database: Database): ListQuery<'shop_orders'> {
  const run = statements(database, 'ORDER BY created_at DESC, key DESC');
  return (filter, after, limit) => {
    const { created_at, id } = after ?? NEWEST;
    const values = after ? { at: created_at, id } : {};
    const paged = after ? ['(created_at, key) < ($at, $id)'] : [];
    return pageOf(run(filter, paged, values, limit), limit, ({ order }) => ({
      created_at: order.created_at,
      id: order.id,
    }));
  };
}

/** Orders of a shop in the order of their last changes. */
export function changedOrderList(database: Database): ListQuery<'changed_orders'> {
  const run = statements(database, 'ORDER BY changed');
  return (filter: Lists['changed_orders']['filter'], after, limit) => {
    const since = after?.changed ?? filter.changed_since;
    return pageOf(run(filter, ['changed > $since'], { since }, limit), limit, ({ changed }) => ({ changed }));
  };
}

/** One statement for each set of filters, prepared when it is needed first. */
function statements(database: Database, order: string) {
  const prepared = new Map<string, ReturnType<typeof prepare>>();
  const prepare = (sql: string) => database.prepare<[Values], FoundRow>(sql);
  return (filter: ShopOrderFilter, paged: readonly string[], values: Values, limit: number): ChangedOrder[] => {
    const { terms = [], ...columns } = filter;
    const given = { ...values, ...columnValues(columns), ...termValues(terms) };
    const conditions = [...COLUMN_CONDITIONS.filter(([name]) => name in given).map(([, sql]) => sql), ...paged];
    const sql = `${sourceOf(terms)} WHERE ${['shop_id = $shop_id', ...conditions].join(' AND ')} ${order} LIMIT $limit`;
    const statement = prepared.get(sql) ?? prepare(sql);
    prepared.set(sql, statement);
    return statement.all({ ...given, limit: limit + 1 }).map(({ changed, ...row }) => ({
      order: trustedRow('order', row),
      changed,
    }));
  };
}

const COLUMN_CONDITIONS = [
  ['status', 'status = $status'],
  ['payment_status', 'payment_status = $payment_status'],
  ['created_from', 'created_at >= $created_from'],
  ['created_before', 'created_at < $created_before'],
] as const;

function columnValues(columns: Omit<ShopOrderFilter, 'terms'>): Values {
  const values: Values = { shop_id: columns.shop_id };
  for (const [name] of COLUMN_CONDITIONS) {
    const value = columns[name];
    if (value !== undefined) values[name] = value;
  }
  return values;
}

function termValues(terms: readonly SoughtTerm[]): Values {
  return Object.fromEntries(
    terms.flatMap(({ term, isStart }, index) => [
      [`from${index}`, term],
      [`to${index}`, isStart ? term + END : term],
    ]),
  );
}

/** The orders of a shop, or those that have all words: they are looked for in the index of words alone. */
function sourceOf(terms: readonly SoughtTerm[]): string {
  const columns = 'version, body, changed';
  if (terms.length === 0) return `SELECT ${columns} FROM "order"`;
  const found = terms.map(
    (_term, index) =>
      `SELECT DISTINCT order_key FROM order_term WHERE shop_id = $shop_id AND term BETWEEN $from${index} AND $to${index}`,
  );
  return `SELECT ${columns} FROM (${found.join(' INTERSECT ')}) CROSS JOIN "order" ON key = order_key`;
}
