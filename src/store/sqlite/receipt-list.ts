import type { Database } from 'better-sqlite3';
import type { AcceptedReceipt } from '../../domain/receipt/receipt.js';
import { memo } from '../../domain/values/memo.js';
import type { ReceiptFilter } from '../../ports.js';
import { type ListQuery, pageOf } from './list-query.js';

/** Statements kept: a caller asks with few sets of filters. */
const MAX_STATEMENTS = 64;

type Values = Record<string, string | number>;

/** The indexes of a list, with the columns that each finds by: the one that leaves the fewest receipts comes first. */
const INDEXES = [
  ['receipt_by_job', ['job_id']],
  ['receipt_by_context', ['context_hash']],
  ['receipt_by_agent_consumer', ['agent_id', 'consumer_id']],
  ['receipt_by_consumer', ['consumer_id']],
  ['receipt_by_agent', ['agent_id']],
  ['receipt_by_key', ['signing_key_id']],
  ['receipt_by_resolution', ['resolution']],
  ['receipt_by_received', []],
] as const satisfies readonly (readonly [index: string, columns: readonly (keyof ReceiptFilter)[]])[];

const CONDITIONS = [
  ['agent_id', 'agent_id = $agent_id'],
  ['consumer_id', 'consumer_id = $consumer_id'],
  ['job_id', 'job_id = $job_id'],
  ['context_hash', 'context_hash = $context_hash'],
  ['resolution', 'resolution = $resolution'],
  ['signing_key_id', 'signing_key_id = $signing_key_id'],
  ['received_from', 'received_at >= $received_from'],
  ['received_before', 'received_at < $received_before'],
  ['issued_from', 'issued_at >= $issued_from'],
  ['issued_before', 'issued_at < $issued_before'],
] as const satisfies readonly (readonly [filter: keyof ReceiptFilter, condition: string])[];

const BY_RECEIVED = { column: 'received_at', before: 'received_before' } as const;
const BY_ISSUED = { column: 'issued_at', before: 'issued_before' } as const;
type Order = typeof BY_RECEIVED | typeof BY_ISSUED;

/** Receipts by when they were received or, where they are asked for by when they were issued, by that; newest first. */
export function receiptList(database: Database): ListQuery<'receipts'> {
  const prepared = memo(MAX_STATEMENTS, (sql: string) => database.prepare<[Values], AcceptedReceipt>(sql));
  return (filter, after, limit) => {
    const order = isByIssue(filter) ? BY_ISSUED : BY_RECEIVED;
    // The end of the range is where the first page begins, so that no condition stands between SQLite and the index.
    const { [order.before]: before = Number.MAX_SAFE_INTEGER, ...rest } = filter;
    const { at, log_index } = after ?? { at: before, log_index: 0 };
    const values = { ...valuesOf(rest), at, log_index, limit: limit + 1 };
    const rows = prepared(statementOf(rest, order)).all(values);
    return pageOf(rows, limit, (row) => ({ at: row[order.column], log_index: row.log_index }));
  };
}

/** The index is named: SQLite has no figures to choose by, and would sort what it finds by another. */
function statementOf(filter: ReceiptFilter, { column: by }: Order): string {
  const index = by === 'issued_at' ? 'receipt_by_issued' : indexOf(filter);
  const conditions = CONDITIONS.filter(([name]) => filter[name] !== undefined).map(([, condition]) => condition);
  const where = ['organization_id = $organization_id', ...conditions, `(${by}, log_index) < ($at, $log_index)`];
  return `SELECT * FROM receipt INDEXED BY ${index} WHERE ${where.join(' AND ')} ORDER BY ${by} DESC, log_index DESC LIMIT $limit`;
}

function indexOf(filter: ReceiptFilter): string {
  const found = INDEXES.find(([, columns]) => columns.every((column) => filter[column] !== undefined));
  if (!found) throw new Error('the last index has no columns to find by');
  return found[0];
}

function isByIssue({ issued_from, issued_before }: ReceiptFilter): boolean {
  return issued_from !== undefined || issued_before !== undefined;
}

function valuesOf(filter: ReceiptFilter): Values {
  const values: Values = { organization_id: filter.organization_id };
  for (const [name] of CONDITIONS) {
    const value = filter[name];
    if (value !== undefined) values[name] = value;
  }
  return values;
}
