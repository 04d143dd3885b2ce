import { randomBytes } from 'node:crypto';
import type { TypedEntry } from '../../attestation/log-entry.js';
import type { TreeNode } from '../../attestation/merkle.js';
import type { AcceptedReceipt, CheckedReceipt } from '../../domain/receipt/receipt.js';
import type {
  ClosedLog,
  LogCompletion,
  LogEntering,
  LogRenaming,
  LogSaltsRemoval,
  LogSequencing,
  PendingEntry,
  Rows,
  WaitingEntry,
} from '../../ports.js';
import type { EntryGrowth, Log, LogGrowth, StoredEntry } from './log.js';
import type { LogGuard } from './log-guard.js';
import { FULL_COVERAGE, type LogTree, type StoredHead } from './log-head.js';
import { buildFoundConsumerEntry, type EntryDraft } from './row-entries.js';

/** Length of the salt that hides private members of an entry. */
const SALT_BYTES = 32;

/** Appends leaves to the logs of organizations within a transaction. Each engine stores the new rows in its own way. */
export abstract class LogAppender {
  protected readonly log: Log;
  private readonly guard: LogGuard;

  constructor(log: Log, guard: LogGuard) {
    this.log = log;
    this.guard = guard;
  }

  /** Tree of a log that this transaction has started or extended. */
  protected abstract findTree(organizationId: string): LogTree | undefined;
  /** Stored head, not checked. */
  protected abstract readHead(organizationId: string): StoredHead | undefined;
  protected abstract readonly hashes: Pick<Rows, 'logHashes'>;
  protected abstract setTree(organizationId: string, tree: LogTree): void;
  protected abstract addNodes(organizationId: string, nodes: readonly TreeNode[]): void;
  protected abstract addEntry(organizationId: string, entry: StoredEntry): void;
  protected abstract addPending(organizationId: string, entry: Omit<PendingEntry, 'seq'>): void;
  protected abstract removePending(organizationId: string, entries: readonly PendingEntry[]): void;
  protected abstract addClosed(organizationId: string, closed: ClosedLog): void;
  /** Removes the salts of earlier entries. Neither the leaves nor the head change. */
  abstract removeSalts(removal: LogSaltsRemoval): void;

  /**
   * Reads the tree as it is in the open transaction.
   * @throws LogRefusal if its head was changed
   */
  tree(organizationId: string): LogTree {
    return this.findTree(organizationId) ?? this.log.checkHead(organizationId, this.readHead(organizationId));
  }

  /**
   * Appends the leaf of a receipt, and returns the receipt to store.
   * @throws LogRefusal if the head was changed, or the log does not extend its signed heads
   */
  append(receipt: CheckedReceipt): AcceptedReceipt {
    const { organization_id } = receipt;
    const growth = this.log.appendReceipt(this.treeToExtend(organization_id), receipt);
    this.grow(organization_id, growth);
    return growth.receipt;
  }

  /**
   * Appends an entry that contains only the salted hash of its private members.
   * @throws LogRefusal under the conditions of `append`
   */
  appendHiding(organizationId: string, draft: EntryDraft): void {
    const salt = randomBytes(SALT_BYTES);
    this.appendEntry(organizationId, draft(salt), salt);
  }

  /**
   * Appends an entry that hides nothing.
   * @throws LogRefusal under the conditions of `append`
   */
  enter({ organization_id, entry }: LogEntering): void {
    this.appendEntry(organization_id, entry, null);
  }

  /** Stores an entry that waits for its place in the log. The log's head is neither read nor written. */
  pend(organizationId: string, entry: WaitingEntry): void {
    this.addPending(organizationId, this.log.pendEntry(organizationId, entry));
  }

  /**
   * Gives entries that wait their places in the log.
   * @throws LogRefusal if one was changed from outside, or under the conditions of `append`
   */
  sequence({ organization_id, entries }: LogSequencing): void {
    for (const pending of entries) {
      this.log.checkPending(organization_id, pending);
      const { type, data } = pending;
      const tree = this.treeToExtend(organization_id);
      this.growBy(organization_id, this.log.appendData(tree, { type, data, salt: null }));
    }
    this.removePending(organization_id, entries);
  }

  /**
   * Ends the upgrade of an organization whose orders and grants have entries: enters its consumers too, unless an earlier
   * upgrade did.
   * @throws LogRefusal under the conditions of `append`
   */
  complete({ organization_id, consumers, at }: LogCompletion): void {
    const tree = this.treeToExtend(organization_id);
    if (tree.covers_grants) return;
    this.setTree(organization_id, { ...tree, ...FULL_COVERAGE });
    const ended = { at: new Date(at).toISOString() };
    if (!tree.covers_rows) {
      for (const consumer of consumers) this.appendHiding(organization_id, buildFoundConsumerEntry(consumer, at));
      this.appendEntry(organization_id, { type: 'rows_found', ...ended }, null);
    }
    this.appendEntry(organization_id, { type: 'grants_found', ...ended }, null);
  }

  /**
   * Continues the log under its next name: the head gets the next epoch, and an entry records the change.
   * @throws LogRefusal under the conditions of `append`
   */
  rename({ organization_id, entry, closed }: LogRenaming): void {
    const renamed = { ...this.tree(organization_id), epoch: entry.epoch };
    this.guard.assertContinues(this.hashes, organization_id, renamed);
    this.setTree(organization_id, renamed);
    this.appendEntry(organization_id, entry, null);
    this.addClosed(organization_id, closed);
  }

  private appendEntry(organizationId: string, entry: TypedEntry, salt: Uint8Array | null): void {
    this.growBy(organizationId, this.log.appendEntry(this.treeToExtend(organizationId), entry, salt));
  }

  private growBy(organizationId: string, growth: EntryGrowth): void {
    this.grow(organizationId, growth);
    this.addEntry(organizationId, growth.entry);
  }

  /** Returns the tree for the next leaf. Its stored head is checked once per transaction instead of per leaf. */
  private treeToExtend(organizationId: string): LogTree {
    const known = this.findTree(organizationId);
    if (known) return known;
    const head = this.readHead(organizationId);
    if (head) this.guard.assertContinues(this.hashes, organizationId, head);
    return this.log.checkHead(organizationId, head);
  }

  private grow(organizationId: string, { nodes, tree }: LogGrowth): void {
    this.addNodes(organizationId, nodes);
    this.setTree(organizationId, tree);
  }
}
