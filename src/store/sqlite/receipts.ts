import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import { receipt } from '../../../db/sqlite/schema.js';
import type { AcceptedReceipt } from '../../domain/receipt/receipt.js';
import { orConflict } from './or-conflict.js';

const placeholder = sql.placeholder;
const organization = eq(receipt.organization_id, placeholder('organization_id'));

/** Receipts are written once, with their place in the log; they are never changed or deleted. */
export class Receipts {
  private readonly insert;
  private readonly selectOne;
  private readonly selectByHash;
  private readonly selectOfJob;
  private readonly selectSuperseding;

  constructor(db: BetterSQLite3Database) {
    this.insert = insertStatement(db);
    const where = (condition: SQL | undefined) => db.select().from(receipt).where(condition).prepare();
    this.selectOne = where(eq(receipt.id, placeholder('id')));
    this.selectByHash = where(and(organization, eq(receipt.receipt_hash, placeholder('receipt_hash'))));
    const job = and(
      organization,
      eq(receipt.agent_id, placeholder('agent_id')),
      eq(receipt.job_id, placeholder('job_id')),
    );
    const rank = sql`ifnull(${receipt.supersedes}, '')`;
    this.selectOfJob = db.select().from(receipt).where(job).orderBy(rank).limit(1).prepare();
    this.selectSuperseding = where(and(job, sql`${rank} = ${placeholder('supersedes')}`));
  }

  one(id: string): AcceptedReceipt | undefined {
    return this.selectOne.get({ id });
  }

  byHash(organization_id: string, receipt_hash: string): AcceptedReceipt | undefined {
    return this.selectByHash.get({ organization_id, receipt_hash });
  }

  ofJob(organization_id: string, agent_id: string, job_id: string): AcceptedReceipt | undefined {
    return this.selectOfJob.get({ organization_id, agent_id, job_id });
  }

  superseding(
    organization_id: string,
    agent_id: string,
    job_id: string,
    supersedes: string,
  ): AcceptedReceipt | undefined {
    return this.selectSuperseding.get({ organization_id, agent_id, job_id, supersedes });
  }

  /** @throws StoreConflict when its id or its hash exists already, or its job has a first receipt, or one that supersedes the same */
  add(row: AcceptedReceipt): void {
    orConflict('receipt', row.id, () => this.insert.run({ ...row }));
  }
}

function insertStatement(db: BetterSQLite3Database) {
  return db
    .insert(receipt)
    .values({
      id: placeholder('id'),
      organization_id: placeholder('organization_id'),
      log_index: placeholder('log_index'),
      agent_id: placeholder('agent_id'),
      consumer_id: placeholder('consumer_id'),
      job_id: placeholder('job_id'),
      resolution: placeholder('resolution'),
      context_hash: placeholder('context_hash'),
      supersedes: placeholder('supersedes'),
      receipt_hash: placeholder('receipt_hash'),
      signing_key_id: placeholder('signing_key_id'),
      key_fingerprint: placeholder('key_fingerprint'),
      signed_bytes: placeholder('signed_bytes'),
      signature: placeholder('signature'),
      issued_at: placeholder('issued_at'),
      received_at: placeholder('received_at'),
      metadata: placeholder('metadata'),
      mac: placeholder('mac'),
    })
    .prepare();
}
