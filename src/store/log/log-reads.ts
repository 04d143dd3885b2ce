import { type SQL, sql } from 'drizzle-orm';
import { completingLeaf, type HashAt, type NodePosition, rootOf } from '../../attestation/merkle.js';
import type { AcceptedReceipt } from '../../domain/receipt/receipt.js';
import { encodeLeafData } from '../../domain/receipt/signed-columns.js';
import { type ClosedLog, type LogLeaf, LogRefusal, type PendingEntry } from '../../ports.js';
import { Query, type Reads } from '../sql/query.js';
import { together } from '../sql/reads.js';
import type { Log } from './log.js';
import type { EntryRow } from './log-audit-rows.js';
import { type LogTree, type StoredHead, splitPeaks } from './log-head.js';

const p = sql.placeholder;

/** A row of `log_head`. */
interface HeadRow {
  readonly organization_id: string;
  readonly epoch: number;
  readonly size: number;
  readonly peaks: Uint8Array;
  readonly mac: Uint8Array;
  readonly received_at: number | null;
}

/** A complete subtree. `log_index` is the leaf that completes it, so that nodes are stored in the order of their growth. */
interface NodeRow {
  readonly log_index: number;
  readonly level: number;
  readonly hash: Uint8Array;
}

/** Hashes of the stored nodes, keyed by `nodeKey`. */
type NodeHashes = ReadonlyMap<string, Uint8Array>;

/** Log index of a receipt, with the members from which its leaf data is computed. */
type ReceiptLeafRow = Pick<AcceptedReceipt, 'id' | 'receipt_hash' | 'received_at' | 'delegation' | 'log_index'>;

interface LeafRange {
  readonly organization_id: string;
  readonly from: number;
  readonly to: number;
}

const queryHeads = (condition: SQL) => sql`
  SELECT organization_id, epoch, size, peaks, mac, (
    SELECT received_at FROM receipt WHERE receipt.organization_id = log_head.organization_id
    ORDER BY received_at DESC LIMIT 1
  ) AS received_at
  FROM log_head WHERE ${condition}`;

const HEAD = new Query<HeadRow>(() => queryHeads(sql`organization_id = ${p('organization_id')}`));
const HEADS = new Query<HeadRow>(({ anyOf }) => queryHeads(anyOf(sql`organization_id`, p('ids'))));
const HEADS_AFTER = new Query<HeadRow>(() =>
  queryHeads(sql`organization_id > ${p('after')} ORDER BY organization_id LIMIT ${p('limit')}`),
);
const NODES = new Query<NodeRow>(
  ({ jsonRows, nestedJoin }) => sql`
    SELECT log_node.log_index, log_node.level, hash
    FROM ${jsonRows('wanted', { log_index: 'bigint', level: 'bigint' }, p('nodes'))} ${nestedJoin} log_node
      ON organization_id = ${p('organization_id')} AND log_node.log_index = wanted.log_index AND log_node.level = wanted.level`,
);
const IN_RANGE = sql`organization_id = ${p('organization_id')} AND log_index >= ${p('from')} AND log_index < ${p('to')}`;
const ENTRIES = new Query<LogLeaf>(() => sql`SELECT log_index, type, data FROM log_entry WHERE ${IN_RANGE}`);
const RECEIPTS = new Query<ReceiptLeafRow>(
  () => sql`SELECT id, receipt_hash, received_at, delegation, log_index FROM receipt WHERE ${IN_RANGE}`,
);
const RECEIPTS_AFTER = new Query<AcceptedReceipt>(
  () => sql`
    SELECT * FROM receipt WHERE organization_id = ${p('organization_id')} AND log_index > ${p('after')}
    ORDER BY log_index LIMIT ${p('limit')}`,
);
const PENDING = new Query<PendingEntry>(
  () => sql`
    SELECT seq, type, data, mac FROM log_pending WHERE organization_id = ${p('organization_id')}
    ORDER BY seq LIMIT ${p('limit')}`,
);
const ROW_ENTRIES = new Query<EntryRow>(
  ({ indexedBy }) => sql`
    SELECT log_index, type, data, salt FROM log_entry ${indexedBy('log_entry_of_rows')}
    WHERE organization_id = ${p('organization_id')} AND substr(type, 1, 6) NOT IN ('order_', 'receip', 'grant_') ORDER BY log_index`,
);
const CLOSED = new Query<ClosedLog>(
  () => sql`
    SELECT epoch, vkey AS public_key, statement FROM log_closed
    WHERE organization_id = ${p('organization_id')} ORDER BY epoch`,
);

/** Reads the head of a log, without checking it. */
export function* readHead(organization_id: string): Reads<StoredHead | undefined> {
  const [row] = yield* HEAD.all({ organization_id });
  return row && toHead(row);
}

/** Reads the heads of those logs that have one, without checking them. */
export function* readHeads(ids: readonly string[]): Reads<ReadonlyMap<string, StoredHead>> {
  return byOrganization(yield* HEADS.all({ ids }));
}

/** Reads at most `limit` heads after an organization, in order of organization, without checking them. */
export function* readHeadsAfter(after: string, limit: number): Reads<ReadonlyMap<string, StoredHead>> {
  return byOrganization(yield* HEADS_AFTER.all({ after, limit }));
}

/** Reads the hashes of the requested nodes, as far as they are stored. */
export function* readNodes(organization_id: string, wanted: readonly NodePosition[]): Reads<NodeHashes> {
  if (wanted.length === 0) return new Map();
  const nodes = JSON.stringify(wanted.map((node) => [completingLeaf(node), node.level]));
  const rows = yield* NODES.all({ organization_id, nodes });
  return new Map(rows.map((row) => [rowKey(row), row.hash]));
}

/** Returns the key of a node in the result of `readNodes`. */
export function nodeKey(node: NodePosition): string {
  return rowKey({ log_index: completingLeaf(node), level: node.level });
}

function rowKey({ log_index, level }: Omit<NodeRow, 'hash'>): string {
  return `${log_index}/${level}`;
}

/** Reads the leaves from `from` up to, but excluding, `to`, in order. */
export function* readLeaves(organization_id: string, from: number, to: number): Reads<readonly LogLeaf[]> {
  const range = { organization_id, from, to };
  const leaves = yield* together([readReceiptLeaves(range), ENTRIES.all({ ...range })]);
  return leaves.flat().sort((a, b) => a.log_index - b.log_index);
}

/** Computes the leaf data of receipts; only entries store theirs. */
function* readReceiptLeaves(range: LeafRange): Reads<readonly LogLeaf[]> {
  const rows = yield* RECEIPTS.all({ ...range });
  return rows.map((row): LogLeaf => ({ log_index: row.log_index, type: 'receipt', data: encodeLeafData(row) }));
}

/** Reads at most `limit` receipts after a log index, in order of log index. */
export function readReceiptsAfter(
  organization_id: string,
  after: number,
  limit: number,
): Reads<readonly AcceptedReceipt[]> {
  return RECEIPTS_AFTER.all({ organization_id, after, limit });
}

/** Reads the first entries of a log that wait for their places, at most `limit`, without checking them. */
export function readPending(organization_id: string, limit: number): Reads<readonly PendingEntry[]> {
  return PENDING.all({ organization_id, limit });
}

/** Reads all entries of a log, except those of orders, countersignatures and grants, in order of log index. */
export function readRowEntries(organization_id: string): Reads<readonly EntryRow[]> {
  return ROW_ENTRIES.all({ organization_id });
}

/** Reads the earlier names of a log, ordered by epoch. */
export function readClosed(organization_id: string): Reads<readonly ClosedLog[]> {
  return CLOSED.all({ organization_id });
}

/**
 * Checks a head, and returns its tree in the form of `LogRows.logHead`.
 * @throws LogRefusal if it was changed from outside
 */
export function checkTree(log: Log, organizationId: string, head: StoredHead | undefined) {
  return showTree(log.checkHead(organizationId, head));
}

/** Returns a tree in the form of `LogRows.logHead`. */
export function showTree({ epoch, size, peaks, covers_rows, covers_grants }: LogTree) {
  return { epoch, size, root: rootOf(peaks), covers_rows, covers_grants };
}

/** @throws LogRefusal if a requested node is missing */
export function findHashes(organizationId: string, hashes: NodeHashes, wanted: readonly NodePosition[]): HashAt {
  const hashAt = (level: number, position: number) => {
    const hash = hashes.get(nodeKey({ level, position }));
    if (hash) return hash;
    throw new LogRefusal(`the log of ${organizationId} has no node ${level}/${position}: run \`portal log verify\``);
  };
  for (const { level, position } of wanted) hashAt(level, position);
  return hashAt;
}

function byOrganization(rows: readonly HeadRow[]): ReadonlyMap<string, StoredHead> {
  return new Map(rows.map((row) => [row.organization_id, toHead(row)]));
}

function toHead({ epoch, size, peaks, mac, received_at }: HeadRow): StoredHead {
  return { epoch, size, peaks: splitPeaks(peaks), mac, received_at: received_at ?? 0 };
}
