/** Result of one part of a check. */
export interface CheckResult {
  readonly part: 'file' | 'orders' | 'stock' | 'usage' | 'events';
  /** Number of pages, orders, items, organizations or lanes checked. */
  readonly count: number;
  /** The faults that were found, as sentences; empty if the part is valid. */
  readonly faults: readonly string[];
}

/** Reports progress over the orders of a database. */
export type OnOrders = (done: number, total: number) => void;

/** A database open for a check. Nothing is written to it or beside it. */
export interface OpenedCheck {
  /** True for the schema of an earlier version: before the upgrade, only the file itself can be checked. */
  readonly isEarlier: boolean;
  /** True for a copy of a file made without its write-ahead log: the last writes are missing. */
  readonly isBare: boolean;
  /** Checks all parts in one snapshot. If a file is damaged or `isEarlier`, checks only the part `file`. */
  run(onOrders: OnOrders): Promise<readonly CheckResult[]>;
  close(): Promise<void>;
}
