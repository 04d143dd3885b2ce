import type { Database, Statement } from 'better-sqlite3';
import type { TreeNode } from '../../attestation/merkle.js';
import type { AcceptedReceipt } from '../../domain/receipt/receipt.js';
import type { SigningKey } from '../../domain/signing-key/signing-key.js';
import { memo } from '../../domain/values/memo.js';
import { decodeRow } from './decode-row.js';

type SigningKeyRow = Readonly<Record<string, unknown>> & { readonly version: number; readonly body: string };

/** The columns that keys are found by are copies of members of the body. */
const KEY_COLUMNS = ['organization_id', 'agent_id', 'key_fingerprint', 'status', 'created_at'] as const;

/** Receipts in memory at once. */
const PORTION = 500;

/** The organizations there are, and those of which there is anything to audit. */
export function auditedOrganizations(database: Database): string[] {
  return database
    .prepare<[], string>(
      'SELECT key FROM organization UNION SELECT organization_id FROM log_head UNION SELECT organization_id FROM receipt UNION SELECT organization_id FROM log_node',
    )
    .pluck()
    .all();
}

/** The stored rows of one organization's receipts and log, as they are: nothing is trusted here. */
export class AuditedRows {
  /** Undefined = there is none of this id; null = its row does not agree with itself. */
  readonly signingKey: (id: string) => SigningKey | null | undefined;
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
    const key = database.prepare<[string], SigningKeyRow>('SELECT * FROM signing_key WHERE key = ?');
    this.signingKey = memo(PORTION, (id: string) => {
      const row = key.get(id);
      return row && keyIn(row);
    });
  }

  /** By their place in the log. */
  *receipts(): Generator<AcceptedReceipt> {
    let rows: AcceptedReceipt[];
    let last = Number.NEGATIVE_INFINITY;
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

function keyIn(row: SigningKeyRow): SigningKey | null {
  try {
    const key = decodeRow('signing_key', row);
    const agrees = key.id === row.key && KEY_COLUMNS.every((column) => key[column] === row[column]);
    return agrees && typeof key.public_key === 'string' ? key : null;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return null;
    throw error;
  }
}
