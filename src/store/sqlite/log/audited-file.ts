import type { Database, Statement } from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import type { NodePosition } from '../../../attestation/merkle.js';
import type { AcceptedReceipt } from '../../../domain/receipt/receipt.js';
import { parseBody } from '../../log/audited-body.js';
import { type AuditedKey, readAuditedKey, type SigningKeyColumns } from '../../log/audited-key.js';
import type {
  EntryRow,
  LeafRow,
  LogAuditRows,
  LogAuditStore,
  OrderRow,
  OrganizationColumns,
  PublicationColumns,
  StoredColumns,
} from '../../log/log-audit-rows.js';
import { indexOf } from '../../log/log-fault.js';
import type { ReadOnlyFile } from '../file/read-only-file.js';
import { LogEntries } from './log-entries.js';
import { LogRows } from './log-rows.js';

/** Tables whose rows belong to the log of an organization. */
const LOG_TABLES = ['log_head', 'log_node', 'log_entry', 'log_closed', 'receipt', 'signing_key', 'agent'];
/** Tables read by ids, which begin with the organization's id. A row with another id is reported by that id. */
const PUBLISHED_TABLES = ['log_checkpoint', 'log_publication'];
/** All organizations, plus ids without an organization that have auditable rows. */
const AUDITED = [
  'SELECT key FROM organization',
  ...LOG_TABLES.map((table) => `SELECT organization_id FROM ${table}`),
  ...PUBLISHED_TABLES.map(
    (table) => `SELECT iif(instr(key, organization_id || '/') = 1, organization_id, key) FROM ${table}`,
  ),
].join(' UNION ');

/** Reads the rows of a file for an audit. Each look sees one snapshot. */
export function auditedFile({ database, close }: ReadOnlyFile): LogAuditStore {
  return {
    organizations: () => onSnapshot(database, async () => database.prepare<[], string>(AUDITED).pluck().all()),
    look: (organizationId, look) => onSnapshot(database, () => look(new AuditedRows(database, organizationId))),
    close,
  };
}

async function onSnapshot<R>(database: Database, look: () => Promise<R>): Promise<R> {
  database.exec('BEGIN');
  try {
    return await look();
  } finally {
    database.exec('COMMIT');
  }
}

/** Audit event that records a change of an organization's member. */
const EVENT_OF_CHANGE = `
  SELECT 1 FROM audit_event
  WHERE subject_type = 'organization' AND subject_id = ? AND action = 'organization.updated'
    AND EXISTS (SELECT 1 FROM json_each(audit_event.changed) WHERE value = ?)`;

type Portion<Row> = Statement<[string, number, number], Row>;

class AuditedRows implements LogAuditRows {
  private readonly database: Database;
  private readonly organizationId: string;
  private readonly logRows: LogRows;
  private readonly logEntries: LogEntries;
  private readonly receipts: Portion<AcceptedReceipt>;
  private readonly entryRows: Portion<EntryRow>;
  private readonly key: Statement<[string], SigningKeyColumns>;
  private readonly order: Statement<
    [string],
    { readonly key: string; readonly context_hash: string | null; readonly body: string }
  >;

  constructor(database: Database, organizationId: string) {
    this.database = database;
    this.organizationId = organizationId;
    this.logRows = new LogRows(database);
    this.logEntries = new LogEntries(drizzle({ client: database }));
    this.receipts = database.prepare(portionOf('receipt', '*'));
    this.entryRows = database.prepare(portionOf('log_entry', 'log_index, type, data, salt'));
    this.key = database.prepare('SELECT * FROM signing_key WHERE key = ?');
    this.order = database.prepare('SELECT key, context_hash, body FROM "order" WHERE key = ?');
  }

  async organization() {
    return this.database
      .prepare<[string], OrganizationColumns>('SELECT key, public_log, body FROM organization WHERE key = ?')
      .get(this.organizationId);
  }

  async wasChanged(member: string) {
    const events = this.database.prepare<[string, string], unknown>(EVENT_OF_CHANGE);
    return events.get(this.organizationId, member) !== undefined;
  }

  async head() {
    return this.logRows.head(this.organizationId);
  }

  async leaves(after: number, limit: number) {
    const receipts = this.receipts.all(this.organizationId, after, limit).map((receipt): LeafRow => ({ receipt }));
    const entries = this.entryRows.all(this.organizationId, after, limit).map((entry): LeafRow => ({ entry }));
    const rows = [...receipts, ...entries].sort((a, b) => indexOf(a) - indexOf(b));
    const last = rows[limit - 1];
    return rows.filter((row, at) => at < limit || (last !== undefined && indexOf(row) === indexOf(last)));
  }

  async entries() {
    return this.entryRows.all(this.organizationId, Number.NEGATIVE_INFINITY, Number.MAX_SAFE_INTEGER);
  }

  async closed() {
    return this.logEntries.closed(this.organizationId);
  }

  async signingKeys(ids: readonly string[]) {
    const found = new Map<string, AuditedKey | null>();
    for (const id of ids) {
      const row = this.key.get(id);
      if (row) found.set(id, readAuditedKey(row));
    }
    return found;
  }

  async allKeys() {
    return this.all<SigningKeyColumns>('signing_key');
  }

  async allAgents() {
    return this.all<StoredColumns>('agent');
  }

  async orders(ids: readonly string[]) {
    const found = new Map<string, OrderRow>();
    for (const id of ids) {
      const row = this.order.get(id);
      if (row) found.set(id, { context_hash: row.context_hash, body: parseBody(row) });
    }
    return found;
  }

  async nodes(positions: readonly NodePosition[]) {
    return positions.map(this.logRows.hashes(this.organizationId, positions));
  }

  async countNodes() {
    return this.count('log_node');
  }

  async checkpoints(after: string, limit: number) {
    const { from, end } = this.idsOfLog();
    return this.database
      .prepare<[string, string, number], StoredColumns>(
        'SELECT * FROM log_checkpoint WHERE key > ? AND key < ? ORDER BY key LIMIT ?',
      )
      .all(after || from, end, limit);
  }

  async publications() {
    const { from, end } = this.idsOfLog();
    return this.database
      .prepare<[string, string], PublicationColumns>('SELECT * FROM log_publication WHERE key > ? AND key < ?')
      .all(from, end);
  }

  /** Ids of log rows begin with the organization and a slash; `0` is the character after that. */
  private idsOfLog() {
    return { from: `${this.organizationId}/`, end: `${this.organizationId}0` };
  }

  private all<Row>(table: string): Row[] {
    return this.database
      .prepare<[string], Row>(`SELECT * FROM ${table} WHERE organization_id = ?`)
      .all(this.organizationId);
  }

  private count(table: string): number {
    const count = this.database.prepare<[string], number>(`SELECT count(*) FROM ${table} WHERE organization_id = ?`);
    return count.pluck().get(this.organizationId) ?? 0;
  }
}

function portionOf(table: string, columns: string): string {
  return `SELECT ${columns} FROM ${table} WHERE organization_id = ? AND log_index > ? ORDER BY log_index LIMIT ?`;
}
