import type { Database } from 'better-sqlite3';
import type { AcceptedReceipt } from '../../../domain/receipt/receipt.js';
import { memo } from '../../../domain/values/memo.js';
import { required } from '../../../domain/values/required.js';
import type { ReceiptFilter } from '../../../ports.js';
import { pageOf } from '../../list-pages.js';
import type { ListQuery } from './list-query.js';

/** Statements kept: a caller asks with few sets of filters. */
const MAX_STATEMENTS = 64;

type Values = Record<string, string | number>;

/** An index of lists, and the filters that it serves. */
interface Index {
  readonly name: string;
  serves(filter: ReceiptFilter): boolean;
  /** What a statement must say for SQLite to use it. */
  readonly condition?: string;
}

/** The one that leaves the fewest receipts comes first. By the first, the few receipts of a job are sorted; the others are in the order of their list. */
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
    condition: "resolution <> 'success'",
  },
  { name: 'receipt_by_received', serves: () => true },
];

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
    const rows = prepared(statementOf(rest, order, indexOf(filter))).all(values);
    return pageOf(rows, limit, (row) => ({ at: row[order.column], log_index: row.log_index }));
  };
}

/** The index is named: SQLite has no figures to choose by, and would sort what it finds by another. */
function statementOf(filter: ReceiptFilter, { column: by }: Order, { name, condition: own }: Index): string {
  const asked = CONDITIONS.filter(([member]) => filter[member] !== undefined).map(([, condition]) => condition);
  const conditions = own === undefined ? asked : [...asked, own];
  const where = ['organization_id = $organization_id', ...conditions, `(${by}, log_index) < ($at, $log_index)`];
  return `SELECT * FROM receipt INDEXED BY ${name} WHERE ${where.join(' AND ')} ORDER BY ${by} DESC, log_index DESC LIMIT $limit`;
}

function indexOf(filter: ReceiptFilter): Index {
  return required(
    INDEXES.find(({ serves }) => serves(filter)),
    'index of a list',
  );
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
