import { and, eq, sql } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import { log_head, log_node } from '../../../db/sqlite/schema.js';
import { sameBytes } from '../../attestation/bytes.js';
import { appendLeaf, type HashAt } from '../../attestation/merkle.js';
import type { CheckedReceipt } from '../../domain/receipt/receipt.js';
import type { LogKey } from './log-key.js';

/** Bytes of a hash. */
const HASH = 32;
const placeholder = sql.placeholder;

/** Size of a tree, and its largest complete subtrees from left to right. */
export interface LogHead {
  readonly size: number;
  readonly peaks: readonly Uint8Array[];
  readonly mac: Uint8Array;
}

/** The Merkle trees of the organizations: every complete subtree is a row, so that proofs read O(log n) of them. */
export class Log {
  private readonly key: LogKey;
  private readonly readHead;
  private readonly readNode;
  private readonly addNode;
  private readonly putHead;

  constructor(db: BetterSQLite3Database, key: LogKey) {
    this.key = key;
    this.readHead = db
      .select()
      .from(log_head)
      .where(eq(log_head.organization_id, placeholder('organization_id')))
      .prepare();
    this.readNode = db
      .select({ hash: log_node.hash })
      .from(log_node)
      .where(
        and(
          eq(log_node.organization_id, placeholder('organization_id')),
          eq(log_node.level, placeholder('level')),
          eq(log_node.position, placeholder('position')),
        ),
      )
      .prepare();
    this.addNode = db
      .insert(log_node)
      .values({
        organization_id: placeholder('organization_id'),
        level: placeholder('level'),
        position: placeholder('position'),
        hash: placeholder('hash'),
      })
      .prepare();
    this.putHead = headUpsert(db);
  }

  /**
   * The head, as this portal wrote it: a log that was cut must not be gone on with, or signed for.
   * @throws Error when it was changed
   */
  head(organizationId: string): LogHead {
    const head = this.storedHead(organizationId);
    if (head && sameBytes(head.mac, this.headMac(organizationId, head))) return head;
    throw new Error(`the head of the log of ${organizationId} was changed: see \`portal log verify\``);
  }

  /** The head as its row is, for those who trust nothing. */
  storedHead(organizationId: string): LogHead | undefined {
    const row = this.readHead.get({ organization_id: organizationId });
    if (!row) return undefined;
    const peaks = Array.from({ length: Math.ceil(row.peaks.length / HASH) }, (_peak, index) =>
      row.peaks.subarray(index * HASH, (index + 1) * HASH),
    );
    return { size: row.size, peaks, mac: row.mac };
  }

  hashes(organizationId: string): HashAt {
    return (level, position) => {
      const row = this.readNode.get({ organization_id: organizationId, level, position });
      if (!row) throw new Error(`the log of ${organizationId} has no node ${level}/${position}`);
      return row.hash;
    };
  }

  /** Writes the head of an empty log, unless there is one. */
  begin(organizationId: string): void {
    if (!this.storedHead(organizationId)) this.writeHead(organizationId, 0, []);
  }

  /** Adds a leaf; answers its index. */
  append(organizationId: string, leaf: Uint8Array): number {
    const before = this.head(organizationId);
    const { peaks, nodes } = appendLeaf(before.peaks, before.size, leaf);
    for (const { level, position, hash } of nodes) {
      this.addNode.run({ organization_id: organizationId, level, position, hash });
    }
    this.writeHead(organizationId, before.size + 1, peaks);
    return before.size;
  }

  headMac(organizationId: string, { size, peaks }: Pick<LogHead, 'size' | 'peaks'>): Buffer {
    return this.key.mac('head', organizationId, String(size), ...peaks);
  }

  /** Over what the leaf does not hold: the signature, and whose it is. */
  receiptMac(row: CheckedReceipt): Buffer {
    const { organization_id, id, receipt_hash, signing_key_id, key_fingerprint, signature } = row;
    return this.key.mac('receipt', organization_id, id, receipt_hash, signing_key_id, key_fingerprint, signature);
  }

  private writeHead(organization_id: string, size: number, peaks: readonly Uint8Array[]): void {
    const mac = this.headMac(organization_id, { size, peaks });
    this.putHead.run({ organization_id, size, peaks: Buffer.concat(peaks), mac });
  }
}

function headUpsert(db: BetterSQLite3Database) {
  return db
    .insert(log_head)
    .values({
      organization_id: placeholder('organization_id'),
      size: placeholder('size'),
      peaks: placeholder('peaks'),
      mac: placeholder('mac'),
    })
    .onConflictDoUpdate({
      target: log_head.organization_id,
      set: { size: sql`excluded.size`, peaks: sql`excluded.peaks`, mac: sql`excluded.mac` },
    })
    .prepare();
}
