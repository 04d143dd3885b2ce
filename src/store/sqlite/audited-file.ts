import DatabaseConstructor, { type Database, type Statement } from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import type { NodePosition } from '../../attestation/merkle.js';
import type { AcceptedReceipt } from '../../domain/receipt/receipt.js';
import { type AuditedKey, auditedKey, type SigningKeyColumns } from '../log/audited-key.js';
import type { LogAuditRows, LogAuditStore } from '../log/log-audit-rows.js';
import { LogRows } from './log-rows.js';

/** All organizations, and ids without an organization that have something to audit. */
const AUDITED =
  'SELECT key FROM organization UNION SELECT organization_id FROM log_head UNION SELECT organization_id FROM receipt UNION SELECT organization_id FROM log_node';

/** Reads the rows of a file for an audit, through a separate connection that sees one state throughout. */
export function auditedFile(path: string): LogAuditStore {
  return {
    organizations: () => onSnapshot(path, async (database) => database.prepare<[], string>(AUDITED).pluck().all()),
    look: (organizationId, look) => onSnapshot(path, (database) => look(new AuditedRows(database, organizationId))),
  };
}

async function onSnapshot<R>(path: string, look: (database: Database) => Promise<R>): Promise<R> {
  const database = new DatabaseConstructor(path, { readonly: true });
  try {
    database.exec('BEGIN');
    return await look(database);
  } finally {
    database.close();
  }
}

class AuditedRows implements LogAuditRows {
  private readonly organizationId: string;
  private readonly logRows: LogRows;
  private readonly portion: Statement<[string, number, number], AcceptedReceipt>;
  private readonly key: Statement<[string], SigningKeyColumns>;
  private readonly nodeCount: Statement<[string], number>;

  constructor(database: Database, organizationId: string) {
    this.organizationId = organizationId;
    this.logRows = new LogRows(drizzle({ client: database }));
    this.portion = database.prepare(
      'SELECT * FROM receipt WHERE organization_id = ? AND log_index > ? ORDER BY log_index LIMIT ?',
    );
    this.key = database.prepare('SELECT * FROM signing_key WHERE key = ?');
    this.nodeCount = database
      .prepare<[string], number>('SELECT count(*) FROM log_node WHERE organization_id = ?')
      .pluck();
  }

  async head() {
    return this.logRows.head(this.organizationId);
  }

  async receipts(after: number, limit: number) {
    return this.portion.all(this.organizationId, after, limit);
  }

  async signingKeys(ids: readonly string[]) {
    const found = new Map<string, AuditedKey | null>();
    for (const id of ids) {
      const row = this.key.get(id);
      if (row) found.set(id, auditedKey(row));
    }
    return found;
  }

  async nodes(positions: readonly NodePosition[]) {
    return positions.map(this.logRows.hashes(this.organizationId, positions));
  }

  async countNodes() {
    return this.nodeCount.get(this.organizationId) ?? 0;
  }
}
