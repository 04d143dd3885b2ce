import type { NodePosition } from '../../../attestation/merkle.js';
import type { AcceptedReceipt } from '../../../domain/receipt/receipt.js';
import { parseBody } from '../../log/audited-body.js';
import { readAuditedKey, type SigningKeyColumns } from '../../log/audited-key.js';
import type {
  EntryRow,
  LeafRow,
  LogAuditRows,
  OrganizationColumns,
  PublicationColumns,
  StoredColumns,
} from '../../log/log-audit-rows.js';
import { indexOf } from '../../log/log-fault.js';
import type { Session } from '../connection/session.js';
import { readClosed, readHeads, readNodes } from './log-reads.js';

/** Below the index of every row. */
const START = Number.MIN_SAFE_INTEGER;

/** Audit event that records a change of an organization's member. */
const EVENT_OF_CHANGE = `
  SELECT 1 AS found FROM audit_event
  WHERE subject_type = 'organization' AND subject_id = $1 AND action = 'organization.updated'
    AND EXISTS (SELECT 1 FROM json_array_elements_text(audit_event.changed::json) AS member WHERE member = $2)
  LIMIT 1`;

const portionOf = (table: string, columns: string) =>
  `SELECT ${columns} FROM ${table} WHERE organization_id = $1 AND log_index > $2 ORDER BY log_index LIMIT $3`;
const RECEIPTS = portionOf('receipt', '*');
const ENTRIES = portionOf('log_entry', 'log_index, type, data, salt');

/** Rows of a log for an audit, all from one snapshot. */
export class AuditedRows implements LogAuditRows {
  private readonly session: Session;
  private readonly organizationId: string;

  constructor(session: Session, organizationId: string) {
    this.session = session;
    this.organizationId = organizationId;
  }

  async organization() {
    const text = 'SELECT key, public_log, body FROM organization WHERE key = $1';
    const [row] = await this.session.query<OrganizationColumns & Row>(text, [this.organizationId]);
    return row;
  }

  async wasChanged(member: string) {
    return (await this.session.query(EVENT_OF_CHANGE, [this.organizationId, member])).length > 0;
  }

  async head() {
    return (await readHeads(this.session, [this.organizationId])).get(this.organizationId);
  }

  async leaves(after: number, limit: number) {
    const given = [this.organizationId, Math.max(after, START), limit];
    const [receipts, entries] = await Promise.all([
      this.session.query<AcceptedReceipt & Row>(RECEIPTS, given),
      this.session.query<EntryRow & Row>(ENTRIES, given),
    ]);
    const rows: LeafRow[] = [...receipts.map((receipt) => ({ receipt })), ...entries.map((entry) => ({ entry }))];
    rows.sort((a, b) => indexOf(a) - indexOf(b));
    const last = rows[limit - 1];
    return rows.filter((row, at) => at < limit || (last !== undefined && indexOf(row) === indexOf(last)));
  }

  entries() {
    return this.session.query<EntryRow & Row>(ENTRIES, [this.organizationId, START, Number.MAX_SAFE_INTEGER]);
  }

  closed() {
    return readClosed(this.session, this.organizationId);
  }

  async signingKeys(ids: readonly string[]) {
    const rows = await this.session.query<SigningKeyColumns & Keyed>('SELECT * FROM signing_key WHERE key = ANY($1)', [
      ids,
    ]);
    return new Map(rows.map((row) => [row.key, readAuditedKey(row)]));
  }

  allKeys() {
    return this.all<SigningKeyColumns & Row>('signing_key');
  }

  allAgents() {
    return this.all<StoredColumns & Row>('agent');
  }

  async orders(ids: readonly string[]) {
    const text = 'SELECT key, context_hash, body FROM "order" WHERE key = ANY($1)';
    const rows = await this.session.query<Keyed & { context_hash: string | null; body: string }>(text, [ids]);
    return new Map(rows.map((row) => [row.key, { context_hash: row.context_hash, body: parseBody(row) }]));
  }

  async nodes(positions: readonly NodePosition[]) {
    const hashes = await readNodes(this.session, this.organizationId, positions);
    return positions.map(({ level, position }) => hashes.get(`${level}/${position}`));
  }

  async countNodes() {
    const text = 'SELECT count(*) AS nodes FROM log_node WHERE organization_id = $1';
    const [row] = await this.session.query<{ readonly nodes: number }>(text, [this.organizationId]);
    return row?.nodes ?? 0;
  }

  checkpoints(after: string, limit: number) {
    const { from, end } = this.idsOfLog();
    const text = 'SELECT * FROM log_checkpoint WHERE key > $1 AND key < $2 ORDER BY key LIMIT $3';
    return this.session.query<StoredColumns & Row>(text, [after || from, end, limit]);
  }

  publications() {
    const { from, end } = this.idsOfLog();
    const text = 'SELECT * FROM log_publication WHERE key > $1 AND key < $2';
    return this.session.query<PublicationColumns & Row>(text, [from, end]);
  }

  /** Ids of log rows begin with the organization and a slash; `0` is the character after that. */
  private idsOfLog() {
    return { from: `${this.organizationId}/`, end: `${this.organizationId}0` };
  }

  private all<R extends Row>(table: string): Promise<R[]> {
    return this.session.query<R>(`SELECT * FROM ${table} WHERE organization_id = $1`, [this.organizationId]);
  }
}

interface Row {
  readonly [column: string]: unknown;
}

interface Keyed extends Row {
  readonly key: string;
}
