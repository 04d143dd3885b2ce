import { and, eq, gte, lt, sql } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import { log_closed, log_entry, receipt } from '../../../../db/sqlite/schema.js';
import { leafDataOf } from '../../../domain/receipt/signed-columns.js';
import { once } from '../../../domain/values/once.js';
import type { ClosedLog, LogLeaf } from '../../../ports.js';
import type { StoredEntry } from '../../log/log.js';

const placeholder = sql.placeholder;

/** Reads the data of leaves (entries store theirs, that of receipts is computed) and the earlier names of logs. */
export class LogEntries {
  private readonly insert;
  private readonly selectEntries;
  private readonly selectReceipts;
  private readonly selectClosed;
  private readonly insertClosed;

  constructor(db: BetterSQLite3Database) {
    this.insert = once(() => insertEntry(db));
    this.selectEntries = once(() => entriesQuery(db));
    this.selectReceipts = once(() => receiptsQuery(db));
    this.selectClosed = once(() => closedQuery(db));
    this.insertClosed = once(() => insertClosedStatement(db));
  }

  add(organization_id: string, { data, salt, ...entry }: StoredEntry): void {
    this.insert().run({ organization_id, ...entry, data: Buffer.from(data), salt: salt && Buffer.from(salt) });
  }

  /** By log index, from `from` up to, but excluding, `to`. */
  leaves(organization_id: string, from: number, to: number): readonly LogLeaf[] {
    const range = { organization_id, from, to };
    const receipts = this.selectReceipts()
      .all(range)
      .map((row): LogLeaf => ({ log_index: row.log_index, type: 'receipt', data: leafDataOf(row) }));
    return [...receipts, ...this.selectEntries().all(range)].sort((a, b) => a.log_index - b.log_index);
  }

  close(organization_id: string, { epoch, public_key, statement }: ClosedLog): void {
    this.insertClosed().run({ organization_id, epoch, vkey: public_key, statement });
  }

  /** By epoch. */
  closed(organization_id: string): readonly ClosedLog[] {
    return this.selectClosed().all({ organization_id });
  }
}

function insertEntry(db: BetterSQLite3Database) {
  return db
    .insert(log_entry)
    .values({
      organization_id: placeholder('organization_id'),
      log_index: placeholder('log_index'),
      type: placeholder('type'),
      data: placeholder('data'),
      salt: placeholder('salt'),
    })
    .prepare();
}

function insertClosedStatement(db: BetterSQLite3Database) {
  return db
    .insert(log_closed)
    .values({
      organization_id: placeholder('organization_id'),
      epoch: placeholder('epoch'),
      vkey: placeholder('vkey'),
      statement: placeholder('statement'),
    })
    .prepare();
}

function entriesQuery(db: BetterSQLite3Database) {
  return db
    .select({ log_index: log_entry.log_index, type: log_entry.type, data: log_entry.data })
    .from(log_entry)
    .where(
      and(
        eq(log_entry.organization_id, placeholder('organization_id')),
        gte(log_entry.log_index, placeholder('from')),
        lt(log_entry.log_index, placeholder('to')),
      ),
    )
    .prepare();
}

function receiptsQuery(db: BetterSQLite3Database) {
  return db
    .select({
      id: receipt.id,
      receipt_hash: receipt.receipt_hash,
      received_at: receipt.received_at,
      log_index: receipt.log_index,
    })
    .from(receipt)
    .where(
      and(
        eq(receipt.organization_id, placeholder('organization_id')),
        gte(receipt.log_index, placeholder('from')),
        lt(receipt.log_index, placeholder('to')),
      ),
    )
    .prepare();
}

function closedQuery(db: BetterSQLite3Database) {
  return db
    .select({ epoch: log_closed.epoch, public_key: log_closed.vkey, statement: log_closed.statement })
    .from(log_closed)
    .where(eq(log_closed.organization_id, placeholder('organization_id')))
    .orderBy(log_closed.epoch)
    .prepare();
}
