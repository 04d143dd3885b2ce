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

/** Bytes of the salt that hides private members of an entry. */
const SALT_BYTES = 32;

/** Stores the logs of the organizations by the rules of `log/`, on one connection. */
export class StoredLog {
  private readonly log: Log;
  private readonly guard: LogGuard;
  private readonly rows: LogRows;
  private readonly entries: LogEntries;
  /** Logs with new leaves. */
  readonly grown = new GrownLogs();
  /** Logs started since the caller last took this list. */
  private begun: string[] = [];
  private readonly trees = new GrownTrees();

  constructor(database: Database, db: BetterSQLite3Database, log: Log, guard = new LogGuard([])) {
    this.log = log;
    this.guard = guard;
    this.rows = new LogRows(database);
    this.entries = new LogEntries(db);
  }

  /** Writes the head of an empty log if there is none. */
  begin(organizationId: string): void {
    if (this.rows.head(organizationId)) return;
    this.rows.putHead(organizationId, this.log.emptyHead(organizationId));
    this.begun.push(organizationId);
  }

  /** Organizations whose logs were started since the last call. */
  takeBegun(): readonly string[] {
    return this.begun.splice(0);
  }

  putHead(organizationId: string, tree: LogTree): void {
    this.rows.putHead(organizationId, this.log.sealHead(organizationId, tree));
  }

  /** Writes the heads of logs that have grown since the last call: once per transaction, before the commit. */
  writeHeads(): void {
    for (const [organizationId, tree] of this.trees.take()) this.putHead(organizationId, tree);
  }

  /** Accepts the writes of a decision. */
  onApplied(): void {
    this.trees.accept();
  }

  /** Reverts the writes of a decision. */
  onRollback(): void {
    this.trees.revert();
  }

  /** The transaction has ended, committed or not. */
  onEnd(): void {
    this.trees.clear();
  }

  /**
   * Continues the log under its next name: the head starts the next epoch, and an entry records it.
   * @throws LogRefusal if the head was changed
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
   * Tree within the open transaction.
   * @throws LogRefusal if its head was changed
   */
  head(organizationId: string): LogTree {
    return this.trees.get(organizationId) ?? this.log.checkHead(organizationId, this.rows.head(organizationId));
  }

  /**
   * Appends the leaf of a receipt, and returns the receipt as it must be stored.
   * @throws LogRefusal if the head was changed
   */
  append(receipt: CheckedReceipt): AcceptedReceipt {
    const { organization_id } = receipt;
    const growth = this.log.appendReceipt(this.treeToExtend(organization_id), receipt);
    this.put(organization_id, growth);
    return growth.receipt;
  }

  /**
   * Appends an entry with hidden members, under a new salt.
   * @throws LogRefusal if the head was changed
   */
  appendHiding(organizationId: string, entry: EntryDraft['entry'], hidden: object): void {
    const salt = randomBytes(SALT_BYTES);
    this.appendEntry(organizationId, { ...entry, private_hash: privateHash(salt, hidden) }, salt);
  }

  /** @throws LogRefusal if the head was changed */
  appendEntry(organizationId: string, entry: TypedEntry, salt: Uint8Array | null): void {
    const growth = this.log.appendEntry(this.treeToExtend(organizationId), entry, salt);
    this.put(organizationId, growth);
    this.entries.add(organizationId, growth.entry);
  }

  /** @throws LogRefusal if a node is missing */
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

  /** Leaves from `from` up to, but excluding, `to`. */
  leaves(organizationId: string, from: number, to: number) {
    return this.entries.leaves(organizationId, from, to);
  }

  closed(organizationId: string) {
    return this.entries.closed(organizationId);
  }

  /**
   * Tree for the next leaf. Its stored head is checked once per transaction, not per leaf.
   * @throws LogRefusal if its head was changed, or it does not extend its signed heads
   */
  private treeToExtend(organizationId: string): LogTree {
    const grown = this.trees.get(organizationId);
    if (grown) return grown;
    const head = this.rows.head(organizationId);
    if (head) this.assertContinues(organizationId, head);
    return this.log.checkHead(organizationId, head);
  }

  /** @throws LogRefusal if the log does not extend its signed heads */
  private assertContinues(organizationId: string, tree: LogTree): void {
    this.guard.assertContinues({ logHashes: this.hashes.bind(this) }, organizationId, tree);
  }

  private put(organizationId: string, { nodes, tree }: LogGrowth): void {
    this.grown.add(organizationId);
    this.rows.addNodes(organizationId, nodes);
    this.trees.set(organizationId, tree);
  }
}
