import type { Database, Statement } from 'better-sqlite3';
import type { TreeNode } from '../attestation/merkle.js';
import { memo } from '../domain/memo.js';
import type { AcceptedReceipt } from '../domain/receipt/receipt.js';
import type { SigningKey } from '../domain/signing-key/signing-key.js';
import { decodeRow } from './aggregates.js';

/** Receipts in memory at once. */
const PORTION = 500;

/** The organizations of which there is anything to audit. */
export function auditedOrganizations(database: Database): string[] {
  return database
    .prepare<[], string>(
      'SELECT organization_id FROM log_head UNION SELECT organization_id FROM receipt UNION SELECT organization_id FROM log_node',
    )
    .pluck()
    .all();
}

/** The stored rows of one organization's receipts and log, as they are: nothing is trusted here. */
export class AuditedRows {
  /** Undefined = there is none of this id. */
  readonly signingKey: (id: string) => SigningKey | undefined;
  private readonly organizationId: string;
  private readonly portion: Statement<[string, number, number], AcceptedReceipt>;
  private readonly node: Statement<[string, number, number], Buffer>;
  private readonly nodes: Statement<[string], number>;

  constructor(database: Database, organizationId: string) {
    this.organizationId = organizationId;
    this.portion = database.prepare(
      'SELECT * FROM receipt WHERE organization_id = ? AND log_index > ? ORDER BY log_index LIMIT ?',
    );
    this.node = database
      .prepare<[string, number, number], Buffer>(
        'SELECT hash FROM log_node WHERE organization_id = ? AND level = ? AND position = ?',
      )
      .pluck();
    this.nodes = database.prepare<[string], number>('SELECT count(*) FROM log_node WHERE organization_id = ?').pluck();
    const key = database.prepare<[string], { version: number; body: string }>(
      'SELECT version, body FROM signing_key WHERE key = ?',
    );
    this.signingKey = memo(PORTION, (id: string) => {
      const row = key.get(id);
      return row && decodeRow<SigningKey>(row);
    });
  }

  /** By their place in the log. */
  *receipts(): Generator<AcceptedReceipt> {
    let rows: AcceptedReceipt[];
    let last = -1;
    do {
      rows = this.portion.all(this.organizationId, last, PORTION);
      yield* rows;
      last = rows.at(-1)?.log_index ?? last;
    } while (rows.length === PORTION);
  }

  hashAt({ level, position }: Pick<TreeNode, 'level' | 'position'>): Uint8Array | undefined {
    return this.node.get(this.organizationId, level, position);
  }

  nodeCount(): number {
    return this.nodes.get(this.organizationId) ?? 0;
  }
}
