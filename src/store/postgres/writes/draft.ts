import { buildGrantEntry } from '../../../domain/evidence/grant-entry.js';
import { buildOrderEntry } from '../../../domain/order/order-entry.js';
import { orderTerms } from '../../../domain/order/order-terms.js';
import type { Item } from '../../../domain/shop/item.js';
import { itemKey } from '../../../domain/shop/item.js';
import {
  type CounterName,
  type CounterWrite,
  type RowPut,
  type StockWrite,
  StoreConflict,
  type TableName,
  type Tables,
  type Write,
} from '../../../ports.js';
import { addToCounter } from '../../add-to-counter.js';
import type { Log } from '../../log/log.js';
import type { LogGuard } from '../../log/log-guard.js';
import { buildAgentEntry, buildConsumerEntry, buildKeyEntry, type EntryDraft } from '../../log/row-entries.js';
import { withoutParts } from '../../shared-terms.js';
import { joinTerms } from '../../term-lines.js';
import type { Run } from '../rows/known-rows.js';
import { countedWords, type Indexed, indexedOf } from '../search/indexed-item.js';
import { Changes } from './changes.js';
import { LogDraft } from './log-draft.js';
import { type AsStored, buildRowWrite, keyOf, toWrittenRow } from './row-write.js';

/** Rules of the logs, including their signed heads. */
export interface LogRules {
  readonly log: Log;
  readonly guard: LogGuard;
}

/** Builds the log entry of a new or replaced row. */
type EntryOf<T extends TableName> = (before: Tables[T] | undefined, row: Tables[T]) => EntryDraft | undefined;

/**
 * The writes of one decision, with their guards, on the rows that the transaction has read. Nothing is sent; the
 * changes count only once all writes are applied. A missing row makes the run incomplete.
 */
export class Draft {
  readonly changes = new Changes();
  private readonly run: Run;
  private readonly log: LogDraft;

  constructor(run: Run, rules: LogRules) {
    this.run = run;
    this.log = new LogDraft(run, this.changes.log, rules);
  }

  /**
   * Applies all writes. After the first missing row, the remaining writes run only to find out which rows they need.
   * @throws StoreConflict if a guard fails
   */
  applyAll(writes: readonly Write[]): void {
    for (const write of writes) {
      try {
        this.apply(write);
      } catch (error) {
        if (!this.run.isIncomplete) throw error;
      }
    }
  }

  private apply(write: Write): void {
    if (write.type === 'put') {
      if (write.table === 'signing_key') this.putWithEntry(write, buildKeyEntry);
      else if (write.table === 'agent') this.putWithEntry(write, buildAgentEntry);
      else if (write.table === 'checkout') this.putCheckout(write);
      else if (write.table === 'consumer') this.putConsumer(write);
      else if (write.table === 'order') this.putOrder(write);
      else if (write.table === 'api_key') this.putKey(write);
      else this.put(write);
      if (write.table === 'item') this.index(write.row);
    } else if (write.type === 'remove') this.remove(write.table, write.key);
    else if ('counter' in write) this.count(write);
    else if ('cause' in write) this.move(write);
    else if (write.type === 'receipt') this.changes.log.receipts.push(this.log.append(write.receipt));
    else if (write.type === 'log_renaming') this.log.rename(write);
    else if (write.type === 'log_entry') this.log.enter(write);
    else if (write.type === 'log_sequencing') this.log.sequence(write);
    else if (write.type === 'log_completion') this.log.complete(write);
    else if (write.type === 'log_salts_removal') this.log.removeSalts(write);
    else if (write.type === 'index') this.index(this.rowNow('item', write.item));
    else this.changes.events.push(write.event);
  }

  private put<T extends TableName>(put: RowPut<T>, as?: AsStored): void {
    const { table, row, replaces } = put;
    const key = keyOf(table, row);
    if (replaces === undefined) {
      if (this.isThere(table, key)) throw new StoreConflict('exists', table, key);
    } else if (this.versionOf(table, key) !== replaces) throw new StoreConflict('version', table, key);
    this.changes.setRow({ table, key, isRemoved: false, put: buildRowWrite(put, as) });
    if (table === 'organization' && replaces === undefined) this.log.begin(key);
  }

  /** Stores the parts of frozen terms once per shop. */
  private putCheckout(put: RowPut<'checkout'>): void {
    const { row: stored, parts } = withoutParts(put.row);
    this.put(put, { stored });
    const { shop_id } = put.row;
    for (const part of parts) this.changes.parts.set(`${shop_id}/${part.hash}`, { shop_id, ...part });
  }

  /** Also writes the search terms of the order, and its entry, which waits for its place in the log. */
  private putOrder(put: RowPut<'order'>): void {
    const { row, replaces } = put;
    const before = replaces === undefined ? undefined : this.rowNow('order', row.id);
    this.put(put, { own: { terms: joinTerms(orderTerms(row)) } });
    this.changes.orders.push(row);
    const entry = buildOrderEntry(before, row);
    if (entry) this.log.pend(row.organization_id, entry);
  }

  /** Also stores the entry of a grant, which waits for its place in the log. */
  private putKey(put: RowPut<'api_key'>): void {
    const { row, replaces } = put;
    const before = replaces === undefined ? undefined : this.rowNow('api_key', row.id);
    this.put(put);
    const entry = buildGrantEntry(before, row);
    if (entry) this.log.pend(row.organization_id, entry);
  }

  /** Appends an entry too, unless the upgrade of the log has yet to enter all consumers. */
  private putConsumer(put: RowPut<'consumer'>): void {
    if (this.log.tree(put.row.organization_id).covers_rows) this.putWithEntry(put, buildConsumerEntry);
    else this.put(put);
  }

  /** Also appends an entry to the log. */
  private putWithEntry<T extends 'signing_key' | 'agent' | 'consumer'>(put: RowPut<T>, entryOf: EntryOf<T>): void {
    const { table, row, replaces } = put;
    const before = replaces === undefined ? undefined : this.rowNow(table, row.id);
    this.put(put);
    const made = entryOf(before, row);
    if (made) this.log.appendHiding(row.organization_id, made);
  }

  private remove(table: TableName, key: string): void {
    this.changes.setRow({ table, key, isRemoved: true, put: undefined });
  }

  /** True if the row exists; `undefined` if this is not known, in which case the database rejects a duplicate key. */
  private isThere(table: TableName, key: string): boolean | undefined {
    const change = this.changes.row(table, key);
    return change ? change.put !== undefined : this.run.isThere(table, key);
  }

  /** Returns the row as changed by earlier writes of the decision. */
  private rowNow<T extends TableName>(table: T, key: string): Tables[T] | undefined {
    const change = this.changes.row(table, key);
    if (!change) return this.run.rows.get(table, key);
    return change.put && toWrittenRow(table, change.put);
  }

  private versionOf(table: TableName, key: string): number | undefined {
    const change = this.changes.row(table, key);
    return change ? change.put?.version : this.run.rows.get(table, key)?.version;
  }

  private valueOf(name: CounterName, key: string): number | undefined {
    const change = this.changes.counter(name, key);
    return change ? (change.value ?? undefined) : this.run.rows.counters(name, [key]).get(key);
  }

  private count(write: CounterWrite): void {
    const { counter: name, key } = write;
    if (write.type === 'add')
      this.changes.setCounter({ name, key, value: addToCounter(this.valueOf(name, key), write) });
    else if (write.type === 'set') this.changes.setCounter({ name, key, value: write.to });
    else if (write.type === 'release') this.changes.setCounter({ name, key, value: null });
    else if (this.valueOf(name, key) !== undefined) throw new StoreConflict('exists', name, key);
    else this.changes.setCounter({ name, key, value: 1 });
  }

  /**
   * @throws StoreConflict `below_zero` if the units are not counted, or would fall below zero where that is forbidden
   */
  private move(write: StockWrite): void {
    const { key, cause } = write;
    const before = this.valueOf('stock', key);
    if (write.type === 'set_stock') {
      if ((before ?? null) === write.to) return;
      this.changes.setCounter({ name: 'stock', key, value: write.to });
      this.changes.movements.push({ key, by: (write.to ?? 0) - (before ?? 0), stock_after: write.to, cause });
      return;
    }
    const { by, below_zero = false } = write;
    const after = (before ?? Number.NaN) + by;
    const isAllowed = before !== undefined && (below_zero || by > 0 || after >= 0);
    if (!isAllowed) throw new StoreConflict('below_zero', 'stock', key);
    this.changes.setCounter({ name: 'stock', key, value: after });
    this.changes.movements.push({ key, by, stock_after: after, cause });
  }

  /** Updates the search entry of an item, in the language of its shop. */
  private index(item: Item | undefined): void {
    const shop = item && this.rowNow('shop', item.shop_id);
    if (!shop) return;
    const { shop_id, id } = item;
    const key = itemKey(shop_id, id);
    const before = this.indexedBefore(key);
    const indexed = indexedOf(item, shop.settings.language);
    this.changes.items.set(key, { shop_id, id, indexed });
    if (isSameText(before, indexed)) return;
    for (const [word, term] of before ? countedWords(before) : [])
      this.changes.words.push({ shop_id, word, term, by: -1 });
    for (const [word, term] of indexed ? countedWords(indexed) : [])
      this.changes.words.push({ shop_id, word, term, by: 1 });
  }

  private indexedBefore(key: string): Indexed | undefined {
    const change = this.changes.items.get(key);
    if (change) return change.indexed;
    const written = this.changes.row('item', key);
    // A new item does not have a search entry yet.
    return written?.put?.isNew ? undefined : this.run.indexedItem(key);
  }
}

function isSameText(before: Indexed | undefined, after: Indexed | undefined): boolean {
  return before?.form === after?.form && before?.facts === after?.facts && before?.words === after?.words;
}
