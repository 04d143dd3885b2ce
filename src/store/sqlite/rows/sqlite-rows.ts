import type { Database } from 'better-sqlite3';
import type { NodePosition } from '../../../attestation/merkle.js';
import { buildGrantEntry } from '../../../domain/evidence/grant-entry.js';
import { buildOrderEntry } from '../../../domain/order/order-entry.js';
import type { Item } from '../../../domain/shop/item.js';
import type {
  AuditEvent,
  CounterName,
  LookupAnswer,
  LookupArguments,
  LookupName,
  RowPut,
  Rows,
  TableName,
  Tables,
  WaitingEntry,
  Write,
} from '../../../ports.js';
import { showTree } from '../../log/log-reads.js';
import { buildAgentEntry, buildConsumerEntry, buildKeyEntry, type EntryDraft } from '../../log/row-entries.js';
import { RowsAtEnd } from '../log/rows-at-end.js';
import type { StoredLog } from '../log/stored-log.js';
import { CandidateCache } from '../search/candidate-cache.js';
import { ItemIndex } from '../search/item-index.js';
import { AddedUsage } from './added-usage.js';
import { AUDIT_INSERT } from './audit-insert.js';
import { Counters } from './counters.js';
import { Lookups } from './lookups.js';
import { NativeStatement } from './native-statement.js';
import { OrderNumbers } from './order-numbers.js';
import type { Receipts } from './receipts.js';
import type { CacheGroup } from './row-cache.js';
import { Stock } from './stock.js';
import { StoredTables } from './stored-tables.js';

/** Stores of receipts and logs on one connection. */
export interface Attestation {
  readonly receipts: Receipts;
  readonly log: StoredLog;
}

/** Builds the log entry of a new or replaced row. */
type EntryOf<T extends TableName, Entry = EntryDraft> = (
  before: Tables[T] | undefined,
  row: Tables[T],
) => Entry | undefined;

/** Rows in the open transaction, read on demand; applies the writes of decisions. */
export class SqliteRows implements Rows {
  readonly usesHints = false;
  /** Search data of items, which item writes keep up to date. */
  readonly candidates: CandidateCache;
  private readonly caches: CacheGroup;
  private readonly usage: AddedUsage;
  private readonly orderNumbers: OrderNumbers;
  private readonly tables: StoredTables;
  private readonly quantities: Counters;
  private readonly stock: Stock;
  private readonly lookups: Lookups;
  private readonly audit: RowsAtEnd<AuditEvent>;
  private readonly receipts: Receipts;
  private readonly log: StoredLog;
  private readonly itemIndex: ItemIndex;

  constructor(database: Database, caches: CacheGroup, attestation: Attestation) {
    this.caches = caches;
    this.usage = new AddedUsage(database);
    this.orderNumbers = new OrderNumbers(database);
    this.tables = new StoredTables(database, caches, this.usage, this.orderNumbers);
    this.quantities = new Counters(database);
    this.stock = new Stock(database);
    this.lookups = new Lookups(database, this.tables, caches);
    const audit = new NativeStatement(database, AUDIT_INSERT);
    this.audit = new RowsAtEnd((event) => audit.run({ ...event, changed: JSON.stringify(event.changed) }));
    this.receipts = attestation.receipts;
    this.log = attestation.log;
    this.candidates = new CandidateCache(database);
    caches.onOtherWrite(({ item_search }) => this.candidates.onOtherWrite(item_search));
    this.itemIndex = new ItemIndex(database, this.candidates);
  }

  /** Nothing to do: every read is synchronous. */
  expect(): void {}

  get<T extends TableName>(table: T, key: string): Tables[T] | undefined {
    return this.tables.of(table).one(key);
  }

  many<T extends TableName>(table: T, keys: readonly string[]): ReadonlyMap<string, Tables[T]> {
    return keys.length === 0 ? new Map() : this.tables.of(table).many(keys);
  }

  counters(name: CounterName, keys: readonly string[]): ReadonlyMap<string, number> {
    return this.quantities.many(name, keys);
  }

  find<N extends LookupName>(name: N, ...args: LookupArguments<N>): LookupAnswer<N> {
    // The usage includes what earlier decisions of the batch added. A head counts receipts, and a counter pictures.
    if (name === 'usage') {
      this.log.writeTrees();
      this.usage.write();
      this.quantities.write();
    }
    return this.lookups.find(name, args);
  }

  logHead(organizationId: string) {
    return showTree(this.log.tree(organizationId));
  }

  logHashes(organizationId: string, nodes: readonly NodePosition[]) {
    return this.log.logHashes(organizationId, nodes);
  }

  logLeaves(organizationId: string, from: number, to: number) {
    return this.log.leaves(organizationId, from, to);
  }

  pendingEntries(organizationId: string, limit: number) {
    return this.log.pending(organizationId, limit);
  }

  closedLogs(organizationId: string) {
    return this.log.closed(organizationId);
  }

  /** Inserts the audit events, and the log entries that wait for their place, and writes counts. */
  writeRowsAtEnd(): void {
    this.usage.write();
    this.quantities.write();
    this.audit.write();
    this.log.writePending();
  }

  /** Called after all writes of a decision. */
  onApplied(): void {
    this.itemIndex.onApplied();
    this.log.onApplied();
  }

  /** Called when the writes of a decision are rolled back. */
  onRollback(): void {
    this.caches.onRollback();
    this.itemIndex.onRollback();
    this.forgetUnwritten();
    this.log.onRollback();
  }

  /** Writes the heads of logs that were extended in the transaction. */
  beforeCommit(): void {
    this.log.writeTrees();
  }

  /** Called after the COMMIT. */
  onCommit(): void {
    this.caches.onCommit();
  }

  /** Called after the transaction, committed or not. */
  onEnd(): void {
    this.caches.leave();
    this.lookups.onEnd();
    this.forgetUnwritten();
    this.log.onEnd();
  }

  /** Forgets what `writeRowsAtEnd` has not written, and the numbers that those rows used. */
  private forgetUnwritten(): void {
    this.usage.clear();
    this.orderNumbers.clear();
    this.quantities.clear();
    this.audit.clear();
  }

  /** @throws StoreConflict if a guard fails */
  apply(write: Write): void {
    if (write.type === 'put') {
      if (write.table === 'signing_key') this.putWithEntry(write, buildKeyEntry);
      else if (write.table === 'agent') this.putWithEntry(write, buildAgentEntry);
      else if (write.table === 'consumer') this.putConsumer(write);
      else if (write.table === 'order') this.putWithPending(write, buildOrderEntry);
      else if (write.table === 'api_key') this.putWithPending(write, buildGrantEntry);
      else this.put(write);
      if (write.table === 'item') this.index(write.row);
    } else if (write.type === 'remove') this.remove(write.table, write.key);
    else if ('counter' in write) this.quantities.apply(write);
    else if ('cause' in write) this.stock.apply(write);
    else if (write.type === 'receipt') this.receipts.add(this.log.append(write.receipt));
    else if (write.type === 'log_renaming') this.log.rename(write);
    else if (write.type === 'log_entry') this.log.enter(write);
    else if (write.type === 'log_sequencing') this.log.sequence(write);
    else if (write.type === 'log_completion') this.log.complete(write);
    else if (write.type === 'log_salts_removal') this.log.removeSalts(write);
    else if (write.type === 'index') this.index(this.get('item', write.item));
    else this.audit.add(write.event);
  }

  private index(item: Item | undefined): void {
    const shop = item && this.get('shop', item.shop_id);
    if (shop) this.itemIndex.put(item, shop.settings.language);
  }

  private put<T extends TableName>({ table, row, replaces }: RowPut<T>): void {
    this.lookups.onWrite(table);
    const key = this.tables.of(table).put(row, replaces);
    if (table === 'organization' && replaces === undefined) this.log.begin(key, true);
  }

  private remove(table: TableName, key: string): void {
    this.lookups.onWrite(table);
    this.tables.of(table).remove(key);
  }

  /** Also stores an entry that waits for its place in the log. */
  private putWithPending<T extends 'order' | 'api_key'>(write: RowPut<T>, entryOf: EntryOf<T, WaitingEntry>): void {
    const { table, row, replaces } = write;
    const before = replaces === undefined ? undefined : this.get(table, row.id);
    this.put(write);
    const entry = entryOf(before, row);
    if (entry) this.log.pend(row.organization_id, entry);
  }

  /** Appends an entry too, unless the upgrade of the log has yet to enter all consumers. */
  private putConsumer(write: RowPut<'consumer'>): void {
    if (this.log.tree(write.row.organization_id).covers_rows) this.putWithEntry(write, buildConsumerEntry);
    else this.put(write);
  }

  /** Also appends an entry to the log. */
  private putWithEntry<T extends 'signing_key' | 'agent' | 'consumer'>(write: RowPut<T>, entryOf: EntryOf<T>): void {
    const { table, row, replaces } = write;
    const before = replaces === undefined ? undefined : this.get(table, row.id);
    this.put(write);
    const made = entryOf(before, row);
    if (made) this.log.appendHiding(row.organization_id, made);
  }
}
