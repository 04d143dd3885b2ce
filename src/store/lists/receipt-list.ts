import { type SQL, sql } from 'drizzle-orm';
import type { AcceptedReceipt } from '../../domain/receipt/receipt.js';
import { extend } from '../../domain/values/extend.js';
import { memo } from '../../domain/values/memo.js';
import { required } from '../../domain/values/required.js';
import type { ReceiptFilter } from '../../ports.js';
import { buildPage } from '../list-pages.js';
import { Query } from '../sql/query.js';
import { and, type ListQuery } from './list-query.js';

const p = sql.placeholder;

/** Maximum number of cached queries: a caller uses few combinations of filters. */
const MAX_QUERIES = 64;

/** An index for lists, and the condition under which a filter can use it. */
interface Index {
  readonly name: string;
  serves(filter: ReceiptFilter): boolean;
  /** Added to the query so that the partial index matches. */
  readonly condition?: SQL;
}

/** The indexes, most selective first. All have the list's sort order except `receipt_of_job`, which finds few rows. */
const INDEXES: readonly Index[] = [
  { name: 'receipt_of_job', serves: ({ job_id }) => job_id !== undefined },
  { name: 'receipt_by_issued', serves: isByIssue },
  { name: 'receipt_by_context', serves: ({ context_hash }) => context_hash !== undefined },
  { name: 'receipt_by_consumer', serves: ({ consumer_id }) => consumer_id !== undefined },
  { name: 'receipt_by_agent', serves: ({ agent_id }) => agent_id !== undefined },
  { name: 'receipt_by_key', serves: ({ signing_key_id }) => signing_key_id !== undefined },
  {
    name: 'receipt_by_resolution',
    serves: ({ resolution = 'success' }) => resolution !== 'success',
    condition: sql`resolution <> 'success'`,
  },
  { name: 'receipt_by_received', serves: () => true },
];

const CONDITIONS = [
  ['agent_id', sql`agent_id = ${p('agent_id')}`],
  ['consumer_id', sql`consumer_id = ${p('consumer_id')}`],
  ['job_id', sql`job_id = ${p('job_id')}`],
  ['context_hash', sql`context_hash = ${p('context_hash')}`],
  ['resolution', sql`resolution = ${p('resolution')}`],
  ['signing_key_id', sql`signing_key_id = ${p('signing_key_id')}`],
  ['received_from', sql`received_at >= ${p('received_from')}`],
  ['received_before', sql`received_at < ${p('received_before')}`],
  ['issued_from', sql`issued_at >= ${p('issued_from')}`],
  ['issued_before', sql`issued_at < ${p('issued_before')}`],
] as const satisfies readonly (readonly [filter: keyof ReceiptFilter, condition: SQL])[];

const BY_RECEIVED = { column: 'received_at', before: 'received_before' } as const;
const BY_ISSUED = { column: 'issued_at', before: 'issued_before' } as const;

/** Queries, keyed by the index, the column of the sort order and the given filters. */
const QUERIES = memo(MAX_QUERIES, (shape: string) => {
  const [index, by, ...given] = shape.split(',');
  const conditions = CONDITIONS.filter(([name]) => given.includes(name)).map(([, condition]) => condition);
  const own = required(
    INDEXES.find(({ name }) => name === index),
    'index of a list',
  );
  const column = sql.raw(by ?? '');
  return new Query<AcceptedReceipt>(
    ({ indexedBy }) => sql`
      SELECT * FROM receipt ${indexedBy(own.name)}
      WHERE organization_id = ${p('organization_id')}${and(own.condition ? [...conditions, own.condition] : conditions)}
        AND (${column}, log_index) < (${p('at')}, ${p('log_index')})
      ORDER BY ${column} DESC, log_index DESC LIMIT ${p('limit')}`,
  );
});

/** Receipts, newest first: by issue time if a filter uses it, otherwise by the time at which they were received. */
export const receiptList: ListQuery<'receipts'> = function* (filter, after, limit) {
  const order = isByIssue(filter) ? BY_ISSUED : BY_RECEIVED;
  // The end of the time range becomes the start position, since a further condition would keep SQLite from using the
  // index.
  const { [order.before]: before = Number.MAX_SAFE_INTEGER, ...given } = filter;
  const { at, log_index } = after ?? { at: before, log_index: 0 };
  const rows = yield* QUERIES(shapeOf(filter, given, order.column)).all(
    extend(given, { at, log_index, limit: limit + 1 }),
  );
  return buildPage(rows, limit, (row) => ({ at: row[order.column], log_index: row.log_index }));
};

function shapeOf(filter: ReceiptFilter, given: ReceiptFilter, column: string): string {
  const index = INDEXES.find(({ serves }) => serves(filter));
  return [index?.name, column, ...CONDITIONS.flatMap(([name]) => (given[name] === undefined ? [] : [name]))].join();
}

function isByIssue({ issued_from, issued_before }: ReceiptFilter): boolean {
  return issued_from !== undefined || issued_before !== undefined;
}
