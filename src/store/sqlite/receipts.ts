import { and, desc, eq, lt, type SQL, sql } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import { receipt } from '../../../db/sqlite/schema.js';
import type { AcceptedReceipt, CheckedReceipt } from '../../domain/receipt/receipt.js';
import { leafOf } from '../../domain/receipt/signed-columns.js';
import { memo } from '../../domain/values/memo.js';
import { type LogPosition, type Page, type ReceiptFilter, StoreConflict } from '../../ports.js';
import { isUniqueViolation } from './connection.js';
import { pageOf } from './keyset-list.js';
import type { Log } from './log.js';

const FILTERS = ['agent_id', 'consumer_id', 'job_id'] as const;
const placeholder = sql.placeholder;
const organization = eq(receipt.organization_id, placeholder('organization_id'));

/** Receipts are written once, each with its leaf in the log; nothing here changes or takes one away. */
export class Receipts {
  private readonly log: Log;
  private readonly insert;
  private readonly selectOne;
  private readonly selectByHash;
  private readonly selectOfJob;
  /** One statement for each set of filters that is asked for, by their names. */
  private readonly page: (given: string) => ReturnType<typeof pageQuery>;

  constructor(db: BetterSQLite3Database, log: Log) {
    this.log = log;
    this.insert = insertStatement(db);
    const where = (condition: SQL | undefined) => db.select().from(receipt).where(condition).prepare();
    this.selectOne = where(eq(receipt.id, placeholder('id')));
    this.selectByHash = where(and(organization, eq(receipt.receipt_hash, placeholder('receipt_hash'))));
    this.selectOfJob = where(
      and(organization, eq(receipt.agent_id, placeholder('agent_id')), eq(receipt.job_id, placeholder('job_id'))),
    );
    this.page = memo(2 ** FILTERS.length, (given: string) => pageQuery(db, given));
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

  list(filter: ReceiptFilter, after: LogPosition | undefined, limit: number): Page<AcceptedReceipt, LogPosition> {
    const log_index = after?.log_index ?? Number.MAX_SAFE_INTEGER;
    const given = FILTERS.filter((name) => filter[name] !== undefined).join();
    const rows = this.page(given).all({ ...filter, log_index, limit: limit + 1 });
    return pageOf(rows, limit, (row) => ({ log_index: row.log_index }));
  }

  /**
   * Stores a receipt and appends its leaf; when one fails, whoever began the transaction undoes both.
   * @throws StoreConflict when its id, its hash or its job is there already
   */
  add(row: CheckedReceipt): void {
    const log_index = this.log.append(row.organization_id, leafOf(row));
    try {
      this.insert.run({ ...row, log_index, mac: this.log.receiptMac(row) });
    } catch (error) {
      if (isUniqueViolation(error)) throw new StoreConflict('exists', 'receipt', row.id);
      throw error;
    }
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

function pageQuery(db: BetterSQLite3Database, given: string) {
  const names = FILTERS.filter((name) => given.split(',').includes(name));
  const conditions = names.map((name) => eq(receipt[name], placeholder(name)));
  return db
    .select()
    .from(receipt)
    .where(and(organization, ...conditions, lt(receipt.log_index, placeholder('log_index'))))
    .orderBy(desc(receipt.log_index))
    .limit(placeholder('limit'))
    .prepare();
}
