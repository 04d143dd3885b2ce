import { type HashAt, type NodePosition, rootOf } from '../../../attestation/merkle.js';
import { leafDataOf } from '../../../domain/receipt/signed-columns.js';
import { type ClosedLog, type LogLeaf, LogRefusal } from '../../../ports.js';
import type { Log } from '../../log/log.js';
import { type LogHead, splitPeaks } from '../../log/log-head.js';
import type { Session } from '../connection/session.js';

/** A row of `log_head`. */
export interface HeadRow {
  readonly organization_id: string;
  readonly epoch: number;
  readonly size: number;
  readonly peaks: Uint8Array;
  readonly mac: Uint8Array;
}

interface NodeRow extends NodePosition {
  readonly hash: Uint8Array;
}

/** Places of receipts, with the members from which their leaf data is computed. */
interface LeafRow {
  readonly id: string;
  readonly receipt_hash: string;
  readonly received_at: number;
  readonly log_index: number;
}

const HEADS = 'SELECT organization_id, epoch, size, peaks, mac FROM log_head WHERE organization_id = ANY($1)';
const NODES = `
  SELECT node.level, node.position, node.hash
  FROM unnest($2::bigint[], $3::bigint[]) AS wanted (level, position)
  CROSS JOIN LATERAL (
    SELECT level, position, hash FROM log_node
    WHERE organization_id = $1 AND log_node.level = wanted.level AND log_node.position = wanted.position
  ) AS node`;
const IN_RANGE = 'organization_id = $1 AND log_index >= $2 AND log_index < $3';
const ENTRIES = `SELECT log_index, type, data FROM log_entry WHERE ${IN_RANGE}`;
const RECEIPTS = `SELECT id, receipt_hash, received_at, log_index FROM receipt WHERE ${IN_RANGE}`;
const CLOSED = 'SELECT epoch, vkey AS public_key, statement FROM log_closed WHERE organization_id = $1 ORDER BY epoch';

/** Unchecked heads of the logs that have one. */
export async function readHeads(session: Session, organizationIds: readonly string[]): Promise<Map<string, LogHead>> {
  const rows = await session.query<HeadRow>(HEADS, [organizationIds]);
  return new Map(
    rows.map(({ organization_id, epoch, size, peaks, mac }) => [
      organization_id,
      { epoch, size, peaks: splitPeaks(peaks), mac },
    ]),
  );
}

/**
 * Checks a head, and returns its tree.
 * @throws LogRefusal if it was changed from outside
 */
export function trustedHead(log: Log, organizationId: string, head: LogHead | undefined) {
  const { epoch, size, peaks } = log.checkHead(organizationId, head);
  return { epoch, size, root: rootOf(peaks) };
}

/** Hashes of these nodes; look them up with `hashesIn`. */
export async function readNodes(session: Session, organizationId: string, nodes: readonly NodePosition[]) {
  if (nodes.length === 0) return new Map<string, Uint8Array>();
  const [levels, positions] = [nodes.map(({ level }) => level), nodes.map(({ position }) => position)];
  const rows = await session.query<NodeRow>(NODES, [organizationId, levels, positions]);
  return new Map(rows.map(({ level, position, hash }) => [`${level}/${position}`, hash]));
}

/** @throws LogRefusal if a requested node is missing */
export function hashesIn(
  organizationId: string,
  hashes: ReadonlyMap<string, Uint8Array>,
  wanted: readonly NodePosition[],
): HashAt {
  const hashAt = (level: number, position: number) => {
    const hash = hashes.get(`${level}/${position}`);
    if (!hash)
      throw new LogRefusal(`the log of ${organizationId} has no node ${level}/${position}: run \`portal log verify\``);
    return hash;
  };
  for (const { level, position } of wanted) hashAt(level, position);
  return hashAt;
}

/** Data of the leaves from `from` up to, but excluding, `to`. Entries store theirs, that of receipts is computed. */
export async function readLeaves(session: Session, organizationId: string, from: number, to: number) {
  const range = [organizationId, from, to];
  const [entries, receipts] = await Promise.all([
    session.query<LogLeaf & { readonly data: Uint8Array }>(ENTRIES, range),
    session.query<LeafRow>(RECEIPTS, range),
  ]);
  const leaves = receipts.map((row): LogLeaf => ({ log_index: row.log_index, type: 'receipt', data: leafDataOf(row) }));
  return [...leaves, ...entries].sort((a, b) => a.log_index - b.log_index);
}

/** Earlier names of a log, by epoch. */
export function readClosed(session: Session, organizationId: string): Promise<readonly ClosedLog[]> {
  return session.query<ClosedLog & { readonly epoch: number }>(CLOSED, [organizationId]);
}
