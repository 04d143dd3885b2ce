import type { Database } from 'better-sqlite3';
import type { HashAt, NodePosition, TreeNode } from '../../../attestation/merkle.js';
import type { ClosedLog, LogSaltsRemoval, PendingEntry } from '../../../ports.js';
import { GrownLogs } from '../../log/grown-logs.js';
import type { Log, StoredEntry } from '../../log/log.js';
import { LogAppender } from '../../log/log-appender.js';
import { LogGuard } from '../../log/log-guard.js';
import type { LogTree, StoredHead } from '../../log/log-head.js';
import { findHashes, nodeKey, readClosed, readHead, readLeaves, readNodes, readPending } from '../../log/log-reads.js';
import { QueryReader } from '../file/query-reader.js';
import { GrownTrees } from './grown-trees.js';
import { LogWrites } from './log-writes.js';
import { RowsAtEnd } from './rows-at-end.js';

/** An entry that waits for its place in the log of its organization. */
interface AddedEntry {
  readonly organizationId: string;
  readonly entry: Omit<PendingEntry, 'seq'>;
}

/** Stores the logs of organizations by the rules in `log/`, on one connection. */
export class StoredLog extends LogAppender {
  /** Logs that got new leaves. */
  readonly grown = new GrownLogs();
  protected readonly hashes = { logHashes: this.logHashes.bind(this) };
  private readonly reader: QueryReader;
  private readonly writes: LogWrites;
  /** Organizations whose logs were started since `takeBegun` was last called. */
  private begun: string[] = [];
  private readonly trees = new GrownTrees();
  private readonly added = new RowsAtEnd<AddedEntry>(({ organizationId, entry }) =>
    this.writes.addPending(organizationId, entry),
  );

  constructor(database: Database, log: Log, guard = new LogGuard([])) {
    super(log, guard);
    this.reader = new QueryReader(database);
    this.writes = new LogWrites(database);
  }

  /** Writes the head of an empty log if there is none. `isNew`: false if the organization is older than its log. */
  begin(organizationId: string, isNew: boolean): void {
    if (this.readHead(organizationId)) return;
    this.writes.putHead(organizationId, this.log.emptyHead(organizationId, isNew));
    this.begun.push(organizationId);
  }

  /** Returns the organizations whose logs were started since the last call. */
  takeBegun(): readonly string[] {
    return this.begun.splice(0);
  }

  putHead(organizationId: string, tree: LogTree): void {
    this.writes.putHead(organizationId, this.log.sealHead(organizationId, tree));
  }

  /** Inserts the entries that wait for their place. */
  writePending(): void {
    this.added.write();
  }

  /**
   * Writes the heads and nodes of logs that were extended since the last call: before the commit, and before a decision
   * reads the usage, to which the database adds the receipts below a new head.
   */
  writeTrees(): void {
    const { trees, nodes } = this.trees.take();
    for (const { organizationId, node } of nodes) this.writes.addNode(organizationId, node);
    for (const [organizationId, tree] of trees) this.putHead(organizationId, tree);
  }

  /** Keeps the changes of a decision. */
  onApplied(): void {
    this.trees.accept();
  }

  /** Reverts the changes of a decision. */
  onRollback(): void {
    this.trees.revert();
    this.added.clear();
  }

  /** Called after the transaction, committed or not. */
  onEnd(): void {
    this.trees.clear();
    this.added.clear();
  }

  /** @throws LogRefusal if a node is missing */
  logHashes(organizationId: string, wanted: readonly NodePosition[]): HashAt {
    const stored = this.reader.read(readNodes(organizationId, wanted));
    const grown = this.trees.nodesOf(organizationId).map((node) => [nodeKey(node), node.hash] as const);
    return findHashes(organizationId, grown.length === 0 ? stored : new Map([...stored, ...grown]), wanted);
  }

  /** Reads the leaves from `from` up to, but excluding, `to`. */
  leaves(organizationId: string, from: number, to: number) {
    return this.reader.read(readLeaves(organizationId, from, to));
  }

  pending(organizationId: string, limit: number) {
    this.writePending();
    return this.reader.read(readPending(organizationId, limit));
  }

  closed(organizationId: string) {
    return this.reader.read(readClosed(organizationId));
  }

  removeSalts(removal: LogSaltsRemoval): void {
    this.writes.removeSalts(removal);
  }

  protected findTree(organizationId: string): LogTree | undefined {
    return this.trees.get(organizationId);
  }

  protected readHead(organizationId: string): StoredHead | undefined {
    return this.reader.read(readHead(organizationId));
  }

  protected setTree(organizationId: string, tree: LogTree): void {
    this.grown.add(organizationId);
    this.trees.set(organizationId, tree);
  }

  protected addNodes(organizationId: string, nodes: readonly TreeNode[]): void {
    this.trees.addNodes(organizationId, nodes);
  }

  protected addEntry(organizationId: string, entry: StoredEntry): void {
    this.writes.addEntry(organizationId, entry);
  }

  protected addPending(organizationId: string, entry: Omit<PendingEntry, 'seq'>): void {
    this.added.add({ organizationId, entry });
  }

  protected removePending(organizationId: string, entries: readonly PendingEntry[]): void {
    this.writes.removePending(organizationId, entries);
  }

  protected addClosed(organizationId: string, closed: ClosedLog): void {
    this.writes.addClosed(organizationId, closed);
  }
}
