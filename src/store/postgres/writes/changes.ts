import type { TreeNode } from '../../../attestation/merkle.js';
import type { Order } from '../../../domain/order/order.js';
import type { AcceptedReceipt } from '../../../domain/receipt/receipt.js';
import type {
  AuditEvent,
  ClosedLog,
  CounterName,
  LogSaltsRemoval,
  MovementCause,
  PendingEntry,
  TableName,
} from '../../../ports.js';
import type { StoredEntry } from '../../log/log.js';
import type { LogHead, LogTree } from '../../log/log-head.js';
import type { SharedPart } from '../../shared-terms.js';
import type { ColumnValue } from '../../tables/table.js';
import type { Indexed } from '../search/indexed-item.js';

export type ColumnValues = Readonly<Record<string, ColumnValue>>;

/** A row that is written completely, or deleted. */
export interface RowChange {
  readonly table: TableName;
  readonly key: string;
  /** True if an existing row must be deleted first. */
  readonly isRemoved: boolean;
  /** `undefined` if the row does not exist afterwards. */
  readonly put: RowWrite | undefined;
}

export interface RowWrite {
  readonly isNew: boolean;
  readonly version: number;
  /** Version in the database that is replaced; 0 for a new row. */
  readonly replaces: number;
  /** Row as JSON, without its version. */
  readonly body: string;
  /** Body including shared parts; `undefined` if the body refers to no parts. */
  readonly whole: string | undefined;
  /** All columns of a new row; for an existing row, only the columns that can change. */
  readonly values: ColumnValues;
}

export interface CounterChange {
  readonly name: CounterName;
  readonly key: string;
  /** `null` if the quantity is no longer counted. */
  readonly value: number | null;
}

export interface Movement {
  readonly key: string;
  readonly by: number;
  readonly stock_after: number | null;
  readonly cause: MovementCause;
}

export interface ItemChange {
  readonly shop_id: string;
  readonly id: string;
  /** `undefined` if the item is no longer on sale. */
  readonly indexed: Indexed | undefined;
}

/** Change of the number of items that have a word. */
export interface WordChange {
  readonly shop_id: string;
  readonly word: string;
  readonly term: string;
  readonly by: number;
}

/** Changes of the logs. */
export class LogChanges {
  readonly begun = new Map<string, LogHead>();
  readonly trees = new Map<string, LogTree>();
  readonly nodes: (TreeNode & { readonly organization_id: string })[] = [];
  readonly entries: (StoredEntry & { readonly organization_id: string })[] = [];
  /** Entries that wait for their places. */
  readonly pending: (Omit<PendingEntry, 'seq'> & { readonly organization_id: string })[] = [];
  /** Entries that wait no more. */
  readonly sequenced: { readonly organization_id: string; readonly seq: number }[] = [];
  readonly closed: (ClosedLog & { readonly organization_id: string })[] = [];
  readonly receipts: AcceptedReceipt[] = [];
  /** Objects whose earlier entries lose their salts. */
  readonly unsalted: LogSaltsRemoval[] = [];

  add(other: LogChanges): void {
    for (const [id, head] of other.begun) this.begun.set(id, head);
    for (const [id, tree] of other.trees) this.trees.set(id, tree);
    this.nodes.push(...other.nodes);
    this.entries.push(...other.entries);
    this.pending.push(...other.pending);
    this.sequenced.push(...other.sequenced);
    this.closed.push(...other.closed);
    this.receipts.push(...other.receipts);
    this.unsalted.push(...other.unsalted);
  }
}

/** Accepted writes that have not yet been sent to the database, in order of acceptance. */
export class Changes {
  readonly rows = new Map<string, RowChange>();
  readonly counters = new Map<string, CounterChange>();
  readonly movements: Movement[] = [];
  readonly events: AuditEvent[] = [];
  /** One entry per write of an order. */
  readonly orders: Order[] = [];
  /** Keyed by item key. */
  readonly items = new Map<string, ItemChange>();
  readonly words: WordChange[] = [];
  /** Shared parts of checkout terms, keyed by shop and hash. */
  readonly parts = new Map<string, SharedPart & { readonly shop_id: string }>();
  readonly log = new LogChanges();

  get isEmpty(): boolean {
    const lists = [this.movements, this.events, this.orders, this.words, this.log.nodes, this.log.unsalted];
    return this.rows.size + this.counters.size + this.items.size + this.log.trees.size === 0 && lists.every(isNone);
  }

  row(table: TableName, key: string): RowChange | undefined {
    return this.rows.get(`${table} ${key}`);
  }

  /** Merges the change with an earlier one of the same row. */
  setRow(change: RowChange): void {
    const name = `${change.table} ${change.key}`;
    const before = this.rows.get(name);
    this.rows.set(name, before ? following(before, change) : change);
  }

  counter(name: CounterName, key: string): CounterChange | undefined {
    return this.counters.get(`${name} ${key}`);
  }

  setCounter(change: CounterChange): void {
    this.counters.set(`${change.name} ${change.key}`, change);
  }

  /** Adds the changes of an accepted decision. */
  add(other: Changes): void {
    for (const change of other.rows.values()) this.setRow(change);
    for (const change of other.counters.values()) this.setCounter(change);
    this.movements.push(...other.movements);
    this.events.push(...other.events);
    this.orders.push(...other.orders);
    for (const [key, change] of other.items) this.items.set(key, change);
    this.words.push(...other.words);
    for (const [name, part] of other.parts) this.parts.set(name, part);
    this.log.add(other.log);
  }
}

function following(before: RowChange, { table, key, isRemoved, put }: RowChange): RowChange {
  if (isRemoved || !put) return { table, key, isRemoved: true, put };
  // A row that is not in the database yet is still inserted, with the columns of its first write too.
  const isNew = put.isNew || before.put?.isNew === true;
  return {
    table,
    key,
    isRemoved: before.isRemoved,
    put: {
      ...put,
      isNew,
      replaces: before.put?.replaces ?? put.replaces,
      values: { ...before.put?.values, ...put.values },
    },
  };
}

function isNone(list: readonly unknown[]): boolean {
  return list.length === 0;
}
