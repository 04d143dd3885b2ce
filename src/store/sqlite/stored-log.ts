import { randomBytes } from 'node:crypto';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import { privateHash, type TypedEntry } from '../../attestation/log-entry.js';
import type { HashAt, NodePosition } from '../../attestation/merkle.js';
import type { AcceptedReceipt, CheckedReceipt } from '../../domain/receipt/receipt.js';
import { LogRefusal, type LogRenaming } from '../../ports.js';
import { GrownLogs } from '../log/grown-logs.js';
import type { Log, LogGrowth } from '../log/log.js';
import { LogGuard } from '../log/log-guard.js';
import type { LogHead } from '../log/log-head.js';
import type { Hiding } from '../log/row-entries.js';
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

  constructor(db: BetterSQLite3Database, log: Log, guard = new LogGuard([])) {
    this.log = log;
    this.guard = guard;
    this.rows = new LogRows(db);
    this.entries = new LogEntries(db);
  }

  /** Writes the head of an empty log, unless there is one. */
  begin(organizationId: string): void {
    if (this.rows.head(organizationId)) return;
    this.rows.putHead(organizationId, this.log.begun(organizationId));
    this.begun.push(organizationId);
  }

  /** The organizations whose logs were begun since the last call. */
  takeBegun(): readonly string[] {
    return this.begun.splice(0);
  }

  putHead(organizationId: string, head: LogHead): void {
    this.rows.putHead(organizationId, head);
  }

  /**
   * The log goes on under another name: its head is that of the next epoch, and an entry says so.
   * @throws LogRefusal when the head was changed
   */
  rename({ organization_id, entry, closed }: LogRenaming): void {
    const head = this.head(organization_id);
    this.rows.putHead(organization_id, this.log.renamed(organization_id, head, entry.epoch));
    this.appendEntry(organization_id, entry, null);
    this.entries.close(organization_id, closed);
  }

  /** @throws LogRefusal when it was changed */
  head(organizationId: string): LogHead {
    return this.log.trusted(organizationId, this.rows.head(organizationId));
  }

  /**
   * Appends the leaf of a receipt; answers the receipt as it must be stored.
   * @throws LogRefusal when the head was changed
   */
  append(receipt: CheckedReceipt): AcceptedReceipt {
    const { organization_id } = receipt;
    const growth = this.log.grown(this.continued(organization_id), receipt);
    this.put(organization_id, growth);
    return growth.receipt;
  }

  /**
   * Appends an entry that hides something, under a salt of its own.
   * @throws LogRefusal when the head was changed
   */
  appendHiding(organizationId: string, entry: Hiding['entry'], hidden: object): void {
    const salt = randomBytes(SALT);
    this.appendEntry(organizationId, { ...entry, private_hash: privateHash(salt, hidden) }, salt);
  }

  /** @throws LogRefusal when the head was changed */
  appendEntry(organizationId: string, entry: TypedEntry, salt: Uint8Array | null): void {
    const growth = this.log.entered(organizationId, this.continued(organizationId), entry, salt);
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

  /** @throws LogRefusal when it does not continue what was signed */
  private continued(organizationId: string): LogHead | undefined {
    const head = this.rows.head(organizationId);
    const rows = { logHashes: this.hashes.bind(this) };
    if (head) this.guard.assertContinues(rows, organizationId, head);
    return head;
  }

  private put(organizationId: string, { nodes, head }: LogGrowth): void {
    this.grown.add(organizationId);
    this.rows.addNodes(organizationId, nodes);
    this.rows.putHead(organizationId, head);
  }
}
