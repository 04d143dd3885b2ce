import { randomBytes } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import { privateHash, type TypedEntry } from '../../../attestation/log-entry.js';
import type { HashAt, NodePosition } from '../../../attestation/merkle.js';
import type { AcceptedReceipt, CheckedReceipt } from '../../../domain/receipt/receipt.js';
import { LogRefusal, type LogRenaming } from '../../../ports.js';
import { GrownLogs } from '../../log/grown-logs.js';
import type { Log, LogGrowth } from '../../log/log.js';
import { LogGuard } from '../../log/log-guard.js';
import type { LogTree } from '../../log/log-head.js';
import type { EntryDraft } from '../../log/row-entries.js';
import { GrownTrees } from './grown-trees.js';
import { LogEntries } from './log-entries.js';
import { LogRows } from './log-rows.js';

/** Bytes of the salt that hides what an entry does not show. */
const SALT = 32;

/** The logs of the organizations, by the rules of `log/` on the rows of this connection. */
export class StoredLog {
  private readonly log: Log;
  private readonly guard: LogGuard;
  private readonly rows: LogRows;
  private readonly entries: LogEntries;
  /** Logs that have got leaves. */
  readonly grown = new GrownLogs();
  /** Logs that were begun since they were last asked for. */
  private begun: string[] = [];
  private readonly trees = new GrownTrees();

  constructor(database: Database, db: BetterSQLite3Database, log: Log, guard = new LogGuard([])) {
    this.log = log;
    this.guard = guard;
    this.rows = new LogRows(database);
    this.entries = new LogEntries(db);
  }

  /** Writes the head of an empty log, unless there is one. */
  begin(organizationId: string): void {
    if (this.rows.head(organizationId)) return;
    this.rows.putHead(organizationId, this.log.emptyHead(organizationId));
    this.begun.push(organizationId);
  }

  /** The organizations whose logs were begun since the last call. */
  takeBegun(): readonly string[] {
    return this.begun.splice(0);
  }

  putHead(organizationId: string, tree: LogTree): void {
    this.rows.putHead(organizationId, this.log.sealHead(organizationId, tree));
  }

  /** Writes the heads of the logs that have grown since the last call: once in each transaction, before it is committed. */
  writeHeads(): void {
    for (const [organizationId, tree] of this.trees.take()) this.putHead(organizationId, tree);
  }

  /** The writes of a decision are all applied. */
  applied(): void {
    this.trees.kept();
  }

  /** The writes of a decision are taken back. */
  abandoned(): void {
    this.trees.undone();
  }

  /** The transaction has ended, committed or not. */
  ended(): void {
    this.trees.forget();
  }

  /**
   * The log goes on under another name: its head is that of the next epoch, and an entry says so.
   * @throws LogRefusal when the head was changed
   */
  rename({ organization_id, entry, closed }: LogRenaming): void {
    const { size, peaks } = this.head(organization_id);
    const renamed = { epoch: entry.epoch, size, peaks };
    this.assertContinues(organization_id, renamed);
    this.trees.set(organization_id, renamed);
    this.appendEntry(organization_id, entry, null);
    this.entries.close(organization_id, closed);
  }

  /**
   * The tree as it is in the open transaction.
   * @throws LogRefusal when its head was changed
   */
  head(organizationId: string): LogTree {
    return this.trees.get(organizationId) ?? this.log.checkHead(organizationId, this.rows.head(organizationId));
  }

  /**
   * Appends the leaf of a receipt; answers the receipt as it must be stored.
   * @throws LogRefusal when the head was changed
   */
  append(receipt: CheckedReceipt): AcceptedReceipt {
    const { organization_id } = receipt;
    const growth = this.log.appendReceipt(this.growing(organization_id), receipt);
    this.put(organization_id, growth);
    return growth.receipt;
  }

  /**
   * Appends an entry that hides something, under a salt of its own.
   * @throws LogRefusal when the head was changed
   */
  appendHiding(organizationId: string, entry: EntryDraft['entry'], hidden: object): void {
    const salt = randomBytes(SALT);
    this.appendEntry(organizationId, { ...entry, private_hash: privateHash(salt, hidden) }, salt);
  }

  /** @throws LogRefusal when the head was changed */
  appendEntry(organizationId: string, entry: TypedEntry, salt: Uint8Array | null): void {
    const growth = this.log.appendEntry(this.growing(organizationId), entry, salt);
    this.put(organizationId, growth);
    this.entries.add(organizationId, growth.entry);
  }

  /** @throws LogRefusal when one of them is missing */
  hashes(organizationId: string, wanted: readonly NodePosition[]): HashAt {
    const stored = this.rows.hashes(organizationId, wanted);
    const hashAt = (level: number, position: number) => {
      const hash = stored({ level, position });
      if (!hash)
        throw new LogRefusal(
          `the log of ${organizationId} has no node ${level}/${position}: run \`portal log verify\``,
        );
      return hash;
    };
    for (const { level, position } of wanted) hashAt(level, position);
    return hashAt;
  }

  /** The leaves from `from` up to, and not including, `to`. */
  leaves(organizationId: string, from: number, to: number) {
    return this.entries.leaves(organizationId, from, to);
  }

  closed(organizationId: string) {
    return this.entries.closed(organizationId);
  }

  /**
   * The tree to which a leaf is appended. What is stored is checked when the transaction comes to the log, and not before each leaf.
   * @throws LogRefusal when its head was changed, or it does not continue what was signed
   */
  private growing(organizationId: string): LogTree {
    const grown = this.trees.get(organizationId);
    if (grown) return grown;
    const head = this.rows.head(organizationId);
    if (head) this.assertContinues(organizationId, head);
    return this.log.checkHead(organizationId, head);
  }

  /** @throws LogRefusal when it does not continue what was signed */
  private assertContinues(organizationId: string, tree: LogTree): void {
    this.guard.assertContinues({ logHashes: this.hashes.bind(this) }, organizationId, tree);
  }

  private put(organizationId: string, { nodes, tree }: LogGrowth): void {
    this.grown.add(organizationId);
    this.rows.addNodes(organizationId, nodes);
    this.trees.set(organizationId, tree);
  }
}
