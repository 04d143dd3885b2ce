import type { Database } from 'better-sqlite3';
import type { AcceptedReceipt } from '../../../domain/receipt/receipt.js';
import { orConflict } from './or-conflict.js';

const COLUMNS = [
  'id',
  'organization_id',
  'log_index',
  'agent_id',
  'consumer_id',
  'job_id',
  'resolution',
  'context_hash',
  'supersedes',
  'receipt_hash',
  'signing_key_id',
  'key_fingerprint',
  'signed_bytes',
  'signature',
  'issued_at',
  'received_at',
  'metadata',
  'mac',
  'order_id',
];

/** The receipts of one job: of those, the first supersedes none. */
const OF_JOB = 'organization_id = ? AND agent_id = ? AND job_id = ?';

/**
 * Receipts are written once, with their place in the log; they are never changed or deleted. The statements are SQL as it
 * stands: each receipt takes three of them, and a query builder in between costs as much as SQLite itself.
 */
export class Receipts {
  private readonly insert;
  private readonly selectOne;
  private readonly selectByHash;
  private readonly selectOfJob;
  private readonly selectSuperseding;

  constructor(database: Database) {
    const where = <Values extends unknown[]>(condition: string) =>
      database.prepare<Values, AcceptedReceipt>(`SELECT * FROM receipt WHERE ${condition}`);
    this.insert = database.prepare(
      `INSERT INTO receipt (${COLUMNS.join(', ')}) VALUES (${COLUMNS.map((name) => `$${name}`).join(', ')})`,
    );
    this.selectOne = where<[id: string]>('id = ?');
    this.selectByHash = where<[string, string]>('organization_id = ? AND receipt_hash = ?');
    this.selectOfJob = where<[string, string, string]>(`${OF_JOB} ORDER BY ifnull(supersedes, '') LIMIT 1`);
    this.selectSuperseding = where<[string, string, string, string]>(`${OF_JOB} AND ifnull(supersedes, '') = ?`);
  }

  one(id: string): AcceptedReceipt | undefined {
    return this.selectOne.get(id);
  }

  byHash(organizationId: string, receiptHash: string): AcceptedReceipt | undefined {
    return this.selectByHash.get(organizationId, receiptHash);
  }

  ofJob(organizationId: string, agentId: string, jobId: string): AcceptedReceipt | undefined {
    return this.selectOfJob.get(organizationId, agentId, jobId);
  }

  superseding(
    organizationId: string,
    agentId: string,
    jobId: string,
    receiptHash: string,
  ): AcceptedReceipt | undefined {
    return this.selectSuperseding.get(organizationId, agentId, jobId, receiptHash);
  }

  /** @throws StoreConflict when its id or its hash exists already, or its job has a first receipt, or one that supersedes the same */
  add(row: AcceptedReceipt): void {
    orConflict('receipt', row.id, () => this.insert.run(row));
  }
}
