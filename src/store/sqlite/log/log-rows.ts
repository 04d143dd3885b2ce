import type { Database } from 'better-sqlite3';
import type { NodePosition, TreeNode } from '../../../attestation/merkle.js';
import { joinPeaks, type LogHead, splitPeaks } from '../../log/log-head.js';

interface HeadRow {
  readonly epoch: number;
  readonly size: number;
  readonly peaks: Buffer;
  readonly mac: Buffer;
}

type NodeRow = NodePosition & { readonly hash: Buffer };

/**
 * Rows of the logs: heads and every complete subtree, so that a proof reads O(log n) rows. Plain SQL for speed: each
 * leaf needs two or three statements.
 */
export class LogRows {
  private readonly readHead;
  private readonly readNodes;
  private readonly addNode;
  private readonly upsertHead;

  constructor(database: Database) {
    this.readHead = database.prepare<[string], HeadRow>(
      'SELECT epoch, size, peaks, mac FROM log_head WHERE organization_id = ?',
    );
    this.readNodes = database.prepare<[string, string], NodeRow>(
      `SELECT level, position, hash FROM log_node
       WHERE organization_id = ? AND (level, position) IN (SELECT value ->> 0, value ->> 1 FROM json_each(?))`,
    );
    this.addNode = database.prepare<[string, number, number, Uint8Array]>(
      'INSERT INTO log_node (organization_id, level, position, hash) VALUES (?, ?, ?, ?)',
    );
    this.upsertHead = database.prepare<[string, number, Uint8Array, Uint8Array, number]>(
      `INSERT INTO log_head (organization_id, size, peaks, mac, epoch) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (organization_id)
       DO UPDATE SET size = excluded.size, peaks = excluded.peaks, mac = excluded.mac, epoch = excluded.epoch`,
    );
  }

  /** Unchecked head. */
  head(organizationId: string): LogHead | undefined {
    const row = this.readHead.get(organizationId);
    return row && { epoch: row.epoch, size: row.size, peaks: splitPeaks(row.peaks), mac: row.mac };
  }

  putHead(organizationId: string, head: LogHead): void {
    this.upsertHead.run(organizationId, head.size, joinPeaks(head), head.mac, head.epoch);
  }

  addNodes(organizationId: string, nodes: readonly TreeNode[]): void {
    for (const { level, position, hash } of nodes) this.addNode.run(organizationId, level, position, hash);
  }

  /** Hashes of these nodes, read in one statement; `undefined` for a node that is not stored. */
  hashes(organizationId: string, nodes: readonly NodePosition[]): (node: NodePosition) => Uint8Array | undefined {
    const wanted = JSON.stringify(nodes.map(({ level, position }) => [level, position]));
    const stored = nodes.length === 0 ? [] : this.readNodes.all(organizationId, wanted);
    const hashes = new Map(stored.map(({ hash, ...node }) => [nameOf(node), hash]));
    return (node) => hashes.get(nameOf(node));
  }
}

function nameOf({ level, position }: NodePosition): string {
  return `${level}/${position}`;
}
