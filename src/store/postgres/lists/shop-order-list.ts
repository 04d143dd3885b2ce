import type { QueryTerm } from '../../../domain/order/order-terms.js';
import type { ChangedOrder, Page, ShopOrderFilter } from '../../../ports.js';
import { NEWEST } from '../../list-pages.js';
import { trustedRow } from '../../trusted-row.js';
import { Parameters } from '../connection/parameters.js';
import type { Session, Value } from '../connection/session.js';
import type { ListQuery } from './list-query.js';

/** Orders that a page looks at, at most, where it looks for what no index has. */
const LOOKED_AT = 500;

/** Where an order stands in both lists; the row only of one that is asked for. */
interface LookedAt {
  readonly key: string;
  readonly created_at: number;
  readonly changed: number;
  readonly version: number | null;
  readonly body: string | null;
}

/** Orders of a shop, newest first. */
export const shopOrderList: ListQuery<'shop_orders'> = (session, filter, after, limit) => {
  const { created_at, id } = after ?? NEWEST;
  const from = (given: Parameters) => `(created_at, key) < (${given.add(created_at)}, ${given.add(id)})`;
  const order = 'created_at DESC, key DESC';
  const indexed: readonly Condition[] = ['created_from', 'created_before', 'status', 'payment_status'];
  return page(session, { order, from, indexed }, filter, limit, (one) => ({ created_at: one.created_at, id: one.key }));
};

/** Orders of a shop in the order of their last changes. */
export const changedOrderList: ListQuery<'changed_orders'> = (session, filter, after, limit) => {
  const from = (given: Parameters) => `changed > ${given.add(after?.changed ?? filter.changed_since)}`;
  return page(session, { order: 'changed', from, indexed: [] }, filter, limit, ({ changed }) => ({ changed }));
};

const CONDITIONS = {
  status: 'status =',
  payment_status: 'payment_status =',
  created_from: 'created_at >=',
  created_before: 'created_at <',
} as const;
type Condition = keyof typeof CONDITIONS;
const CONDITION_NAMES = ['status', 'payment_status', 'created_from', 'created_before'] as const;

interface Listing {
  readonly order: string;
  /** What follows a position. */
  from(given: Parameters): string;
  /** The filters by which an index in this order can be read; of the two statuses one. */
  readonly indexed: readonly Condition[];
}

/**
 * Reads a page of a list. What no index in its order has is asked of each order that the index gives, of some at a time; a page that
 * has looked at as many is shorter than its limit. A word that few orders have gives the orders instead.
 */
async function page<P>(
  session: Session,
  listing: Listing,
  filter: ShopOrderFilter,
  limit: number,
  positionOf: (one: LookedAt) => P,
): Promise<Page<ChangedOrder, P>> {
  const { shop_id, terms = [] } = filter;
  const rare = await rareTerm(session, shop_id, terms);
  const { text, values, most } = statementOf(listing, filter, terms, rare, limit);
  const looked = await session.query<LookedAt & { readonly key: string }>(text, values);
  const wanted = looked.filter(({ body }) => body !== null);
  const entries = wanted
    .slice(0, limit)
    .map(({ changed, version, body }) => ({ order: trustedRow('order', { version, body }), changed }));
  const last = wanted.length > limit ? wanted[limit - 1] : looked.length === most ? looked.at(-1) : undefined;
  return { entries, next: last && positionOf(last) };
}

function statementOf(
  { order, from, indexed }: Listing,
  filter: ShopOrderFilter,
  terms: readonly QueryTerm[],
  rare: QueryTerm | undefined,
  limit: number,
): { readonly text: string; readonly values: readonly Value[]; readonly most: number } {
  const given = new Parameters();
  const shop = given.add(filter.shop_id);
  const where = [`shop_id = ${shop}`, from(given)];
  const asked: string[] = [];
  for (const name of CONDITION_NAMES) {
    const value = filter[name];
    if (value === undefined) continue;
    const isServed = indexed.includes(name) && !(name === 'payment_status' && filter.status !== undefined);
    (isServed ? where : asked).push(`${CONDITIONS[name]} ${given.add(value)}`);
  }
  for (const term of terms) if (term !== rare) asked.push(`position(${given.add(lineOf(term))} IN terms) > 0`);
  if (rare) where.push(`seq IN (SELECT order_seq FROM order_term WHERE ${ofShop(shop)} AND ${isIn(given, rare)})`);
  const most = asked.length > 0 ? LOOKED_AT : limit + 1;
  const isWanted = asked.length > 0 ? asked.join(' AND ') : 'true';
  const text = `
    SELECT key, created_at, changed, CASE WHEN wanted THEN version END AS version, CASE WHEN wanted THEN body END AS body
    FROM (
      SELECT key, created_at, changed, version, body, ${isWanted} AS wanted
      FROM "order" WHERE ${where.join(' AND ')} ORDER BY ${order} LIMIT ${given.add(most)}
    ) AS looked ORDER BY ${order}`;
  return { text, values: given.values, most };
}

/** The numbers of shops are short, and the index has one in each of its rows. */
function ofShop(shop: string): string {
  return `shop_seq = (SELECT shop.seq FROM shop WHERE shop.key = ${shop})`;
}

const SOME = `SELECT 1 FROM order_term WHERE ${ofShop('$1')} AND term BETWEEN $2 AND $3 LIMIT $4`;

/** Which of the words the fewest orders have, where these are so few that they can all be looked at. */
async function rareTerm(session: Session, shopId: string, terms: readonly QueryTerm[]): Promise<QueryTerm | undefined> {
  const counts = await Promise.all(
    terms.map(async (term) => {
      const { from, to } = rangeOf(term);
      return { term, count: (await session.query(SOME, [shopId, from, to, LOOKED_AT])).length };
    }),
  );
  const [fewest] = counts.sort((one, other) => one.count - other.count);
  return fewest && fewest.count < LOOKED_AT ? fewest.term : undefined;
}

function isIn(given: Parameters, term: QueryTerm): string {
  const { from, to } = rangeOf(term);
  return `term BETWEEN ${given.add(from)} AND ${given.add(to)}`;
}

/** A whole line of an order's words, or its beginning. */
function lineOf({ term, isStart }: QueryTerm): string {
  return isStart ? `\n${term}` : `\n${term}\n`;
}

/** Sorts after every word that begins with the text before it. */
const END = '\u{10ffff}';

function rangeOf({ term, isStart }: QueryTerm): { readonly from: string; readonly to: string } {
  return { from: term, to: isStart ? term + END : term };
}
