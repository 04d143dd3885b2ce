import { randomBytes } from 'node:crypto';
import { privateHash, type TypedEntry } from '../../../attestation/log-entry.js';
import type { CheckedReceipt } from '../../../domain/receipt/receipt.js';
import type { LogRenaming } from '../../../ports.js';
import type { Log, LogGrowth } from '../../log/log.js';
import type { LogGuard } from '../../log/log-guard.js';
import type { LogTree } from '../../log/log-head.js';
import type { EntryDraft } from '../../log/row-entries.js';
import type { Run } from '../rows/known-rows.js';
import type { LogChanges } from './changes.js';

/** Bytes of the salt that hides private members of an entry. */
const SALT_BYTES = 32;

/** Growth of the logs by the writes of one decision, by the rules of `store/log`. */
export class LogDraft {
  private readonly run: Run;
  private readonly changes: LogChanges;
  private readonly rules: { readonly log: Log; readonly guard: LogGuard };

  constructor(run: Run, changes: LogChanges, rules: { readonly log: Log; readonly guard: LogGuard }) {
    this.run = run;
    this.changes = changes;
    this.rules = rules;
  }

  /** Starts the log of a new organization. */
  begin(organizationId: string): void {
    this.changes.begun.set(organizationId, this.rules.log.emptyHead(organizationId));
  }

  /** @throws LogRefusal if the head was changed, or the log does not extend its signed heads */
  append(receipt: CheckedReceipt): void {
    const { organization_id } = receipt;
    const growth = this.rules.log.appendReceipt(this.treeToExtend(organization_id), receipt);
    this.grow(organization_id, growth);
    this.changes.receipts.push(growth.receipt);
  }

  /** Appends an entry with hidden members, under a new salt. */
  appendHiding(organizationId: string, { entry, hidden }: EntryDraft): void {
    const salt = randomBytes(SALT_BYTES);
    this.appendEntry(organizationId, { ...entry, private_hash: privateHash(salt, hidden) }, salt);
  }

  /** Continues the log under its next name: the head starts the next epoch, and an entry records it. */
  rename({ organization_id, entry, closed }: LogRenaming): void {
    const { size, peaks } = this.tree(organization_id);
    const renamed = { epoch: entry.epoch, size, peaks };
    this.assertContinues(organization_id, renamed);
    this.changes.trees.set(organization_id, renamed);
    this.appendEntry(organization_id, entry, null);
    this.changes.closed.push({ ...closed, organization_id });
  }

  private appendEntry(organization_id: string, entry: TypedEntry, salt: Uint8Array | null): void {
    const growth = this.rules.log.appendEntry(this.treeToExtend(organization_id), entry, salt);
    this.grow(organization_id, growth);
    this.changes.entries.push({ ...growth.entry, organization_id });
  }

  /** Tree for the next leaf. Its stored head is checked once per decision, not per leaf. */
  private treeToExtend(organizationId: string): LogTree {
    const known = this.findTree(organizationId);
    if (known) return known;
    const head = this.run.head(organizationId);
    if (head) this.assertContinues(organizationId, head);
    return this.rules.log.checkHead(organizationId, head);
  }

  private tree(organizationId: string): LogTree {
    return this.findTree(organizationId) ?? this.rules.log.checkHead(organizationId, this.run.head(organizationId));
  }

  /** Tree of a log that this transaction has started or extended. */
  private findTree(organizationId: string): LogTree | undefined {
    const { trees, begun } = this.changes;
    return trees.get(organizationId) ?? begun.get(organizationId) ?? this.run.known.trees.get(organizationId);
  }

  private assertContinues(organizationId: string, tree: LogTree): void {
    this.rules.guard.assertContinues(this.run.rows, organizationId, tree);
  }

  private grow(organization_id: string, { nodes, tree }: LogGrowth): void {
    for (const node of nodes) this.changes.nodes.push({ ...node, organization_id });
    this.changes.trees.set(organization_id, tree);
  }
}
