import type { TreeNode } from '../../../attestation/merkle.js';
import type { Order } from '../../../domain/order/order.js';
import type { AcceptedReceipt } from '../../../domain/receipt/receipt.js';
import type { AuditEvent, ClosedLog, CounterName, MovementCause, TableName } from '../../../ports.js';
import type { StoredEntry } from '../../log/log.js';
import type { LogHead, LogTree } from '../../log/log-head.js';
import type { SharedPart } from '../../shared-terms.js';
import type { ColumnValue } from '../../tables/table.js';
import type { Indexed } from '../search/indexed-item.js';

export type ColumnValues = Readonly<Record<string, ColumnValue>>;

/** A row that is written as a whole, or is gone. */
export interface RowChange {
  readonly table: TableName;
  readonly key: string;
  /** What was there is taken away first. */
  readonly isRemoved: boolean;
  /** Undefined = there is none afterwards. */
  readonly put: RowWrite | undefined;
}

export interface RowWrite {
  readonly isNew: boolean;
  readonly version: number;
  /** The row as JSON, without its version. */
  readonly body: string;
  /** The same with the parts that the body only names; undefined = it names none. */
  readonly whole: string | undefined;
  /** All columns of a new row; those that change of another. */
  readonly values: ColumnValues;
}

export interface CounterChange {
  readonly name: CounterName;
  readonly key: string;
  /** Null = it is not counted any more. */
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
  /** Undefined = the item is not on sale any more. */
  readonly indexed: Indexed | undefined;
}

/** How the items that have a word change in number. */
export interface WordChange {
  readonly shop_id: string;
  readonly word: string;
  readonly term: string;
  readonly by: number;
}

/** How the logs grow. */
export class LogChanges {
  readonly begun = new Map<string, LogHead>();
  readonly trees = new Map<string, LogTree>();
  readonly nodes: (TreeNode & { readonly organization_id: string })[] = [];
  readonly entries: (StoredEntry & { readonly organization_id: string })[] = [];
  readonly closed: (ClosedLog & { readonly organization_id: string })[] = [];
  readonly receipts: AcceptedReceipt[] = [];

  add(other: LogChanges): void {
    for (const [id, head] of other.begun) this.begun.set(id, head);
    for (const [id, tree] of other.trees) this.trees.set(id, tree);
    this.nodes.push(...other.nodes);
    this.entries.push(...other.entries);
    this.closed.push(...other.closed);
    this.receipts.push(...other.receipts);
  }
}

/** What decisions write, in the order in which they were accepted, and not sent to the database yet. */
export class Changes {
  readonly rows = new Map<string, RowChange>();
  readonly counters = new Map<string, CounterChange>();
  readonly movements: Movement[] = [];
  readonly events: AuditEvent[] = [];
  /** Each write of an order. */
  readonly orders: Order[] = [];
  /** By the keys of items. */
  readonly items = new Map<string, ItemChange>();
  readonly words: WordChange[] = [];
  /** Parts that the terms of checkouts name, by shop and hash. */
  readonly parts = new Map<string, SharedPart & { readonly shop_id: string }>();
  readonly log = new LogChanges();

  get isEmpty(): boolean {
    const lists = [this.movements, this.events, this.orders, this.words, this.log.nodes];
    return this.rows.size + this.counters.size + this.items.size + this.log.trees.size === 0 && lists.every(isNone);
  }

  row(table: TableName, key: string): RowChange | undefined {
    return this.rows.get(`${table} ${key}`);
  }

  /** After what is there already, of the same row. */
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

  /** The changes of a decision that was accepted. */
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
  // A row that is new to the database stays so, with the columns of its first write.
  const isNew = put.isNew || before.put?.isNew === true;
  return {
    table,
    key,
    isRemoved: before.isRemoved,
    put: { ...put, isNew, values: { ...before.put?.values, ...put.values } },
  };
}

function isNone(list: readonly unknown[]): boolean {
  return list.length === 0;
}
