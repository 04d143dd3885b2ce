import { and, eq, sql } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import { log_head, log_node } from '../../../db/sqlite/schema.js';
import type { NodePosition, TreeNode } from '../../attestation/merkle.js';
import { joinedPeaks, type LogHead, splitPeaks } from '../log/log-head.js';

const placeholder = sql.placeholder;

/** The rows of the organizations' logs: heads and every complete subtree, so that a proof reads O(log n) rows. */
export class LogRows {
  private readonly readHead;
  private readonly readNodes;
  private readonly addNode;
  private readonly upsertHead;

  constructor(db: BetterSQLite3Database) {
    this.readHead = db
      .select()
      .from(log_head)
      .where(eq(log_head.organization_id, placeholder('organization_id')))
      .prepare();
    this.readNodes = nodesQuery(db);
    this.addNode = db
      .insert(log_node)
      .values({
        organization_id: placeholder('organization_id'),
        level: placeholder('level'),
        position: placeholder('position'),
        hash: placeholder('hash'),
      })
      .prepare();
    this.upsertHead = headUpsert(db);
  }

  /** The head as its row is. */
  head(organizationId: string): LogHead | undefined {
    const row = this.readHead.get({ organization_id: organizationId });
    return row && { epoch: row.epoch, size: row.size, peaks: splitPeaks(row.peaks), mac: row.mac };
  }

  putHead(organization_id: string, head: LogHead): void {
    this.upsertHead.run({
      organization_id,
      epoch: head.epoch,
      size: head.size,
      peaks: Buffer.from(joinedPeaks(head)),
      mac: head.mac,
    });
  }

  addNodes(organization_id: string, nodes: readonly TreeNode[]): void {
    for (const { level, position, hash } of nodes) this.addNode.run({ organization_id, level, position, hash });
  }

  /** The hashes of these nodes, read in one statement; the answer is undefined for a node that is not stored. */
  hashes(organization_id: string, nodes: readonly NodePosition[]): (node: NodePosition) => Uint8Array | undefined {
    const wanted = JSON.stringify(nodes.map(({ level, position }) => [level, position]));
    const stored = nodes.length === 0 ? [] : this.readNodes.all({ organization_id, wanted });
    const hashes = new Map(stored.map(({ hash, ...node }) => [nameOf(node), hash]));
    return (node) => hashes.get(nameOf(node));
  }
}

function nameOf({ level, position }: NodePosition): string {
  return `${level}/${position}`;
}

function nodesQuery(db: BetterSQLite3Database) {
  return db
    .select({ level: log_node.level, position: log_node.position, hash: log_node.hash })
    .from(log_node)
    .where(
      and(
        eq(log_node.organization_id, placeholder('organization_id')),
        sql`(${log_node.level}, ${log_node.position}) IN (
          SELECT value ->> 0, value ->> 1 FROM json_each(${placeholder('wanted')})
        )`,
      ),
    )
    .prepare();
}

function headUpsert(db: BetterSQLite3Database) {
  return db
    .insert(log_head)
    .values({
      organization_id: placeholder('organization_id'),
      size: placeholder('size'),
      peaks: placeholder('peaks'),
      mac: placeholder('mac'),
      epoch: placeholder('epoch'),
    })
    .onConflictDoUpdate({
      target: log_head.organization_id,
      set: {
        size: sql`excluded.size`,
        peaks: sql`excluded.peaks`,
        mac: sql`excluded.mac`,
        epoch: sql`excluded.epoch`,
      },
    })
    .prepare();
}
