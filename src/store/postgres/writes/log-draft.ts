import type { TreeNode } from '../../../attestation/merkle.js';
import type { ClosedLog, LogSaltsRemoval, PendingEntry } from '../../../ports.js';
import type { Log, StoredEntry } from '../../log/log.js';
import { LogAppender } from '../../log/log-appender.js';
import type { LogGuard } from '../../log/log-guard.js';
import type { LogTree, StoredHead } from '../../log/log-head.js';
import type { Run } from '../rows/known-rows.js';
import type { LogChanges } from './changes.js';

/** Collects the changes of the logs by the writes of one decision. */
export class LogDraft extends LogAppender {
  protected readonly hashes;
  private readonly run: Run;
  private readonly changes: LogChanges;

  constructor(run: Run, changes: LogChanges, rules: { readonly log: Log; readonly guard: LogGuard }) {
    super(rules.log, rules.guard);
    this.hashes = run.rows;
    this.run = run;
    this.changes = changes;
  }

  /** Starts the log of a new organization. */
  begin(organizationId: string): void {
    this.changes.begun.set(organizationId, this.log.emptyHead(organizationId, true));
  }

  protected findTree(organizationId: string): LogTree | undefined {
    const { trees, begun } = this.changes;
    return trees.get(organizationId) ?? begun.get(organizationId) ?? this.run.known.trees.get(organizationId);
  }

  protected readHead(organizationId: string): StoredHead | undefined {
    return this.run.head(organizationId);
  }

  protected setTree(organizationId: string, tree: LogTree): void {
    this.changes.trees.set(organizationId, tree);
  }

  protected addNodes(organization_id: string, nodes: readonly TreeNode[]): void {
    for (const node of nodes) this.changes.nodes.push({ ...node, organization_id });
  }

  protected addEntry(organization_id: string, entry: StoredEntry): void {
    this.changes.entries.push({ ...entry, organization_id });
  }

  protected addPending(organization_id: string, entry: Omit<PendingEntry, 'seq'>): void {
    this.changes.pending.push({ ...entry, organization_id });
  }

  protected removePending(organization_id: string, entries: readonly PendingEntry[]): void {
    for (const { seq } of entries) this.changes.sequenced.push({ organization_id, seq });
  }

  protected addClosed(organization_id: string, closed: ClosedLog): void {
    this.changes.closed.push({ ...closed, organization_id });
  }

  removeSalts({ organization_id, id }: LogSaltsRemoval): void {
    this.changes.unsalted.push({ organization_id, id });
  }
}
