import type { Rows, TableName } from '../../../ports.js';
import { FetchedData, type NeededRead } from '../../fetched-data.js';
import { FetchedRows } from '../../fetched-rows.js';
import type { LogTree, StoredHead } from '../../log/log-head.js';
import type { Indexed } from '../search/indexed-item.js';

/** Rows that a transaction has read, shared by all its reads and decisions. */
export class KnownRows {
  readonly data: FetchedData;
  /** Heads of logs, not checked; fetched with `logHead`. */
  readonly heads = new Map<string, StoredHead | undefined>();
  /** Trees of logs that were started or extended in the transaction. */
  readonly trees = new Map<string, LogTree>();
  /** Search entries of items, by key; `undefined` for items without one. */
  readonly indexed = new Map<string, Indexed | undefined>();

  constructor(data = new FetchedData()) {
    this.data = data;
  }
}

/** Rows that a run has to fetch. */
export interface Needs {
  readonly reads: readonly NeededRead[];
  /** Keys of items whose search entries are needed. */
  readonly indexed: readonly string[];
}

/** Ends a run that needs rows not fetched yet. */
class NotFetched extends Error {
  override readonly name = 'NotFetched';
}

/** Rows as seen by one run of a decision, and by the writes of that run. */
export class Run {
  readonly known: KnownRows;
  private readonly fetched: FetchedRows;
  private readonly wantedItems = new Set<string>();

  constructor(known: KnownRows) {
    this.known = known;
    this.fetched = new FetchedRows(known.data);
  }

  get rows(): Rows {
    return this.fetched;
  }

  /** True after a read of rows not fetched yet, even if the run continued. */
  get isIncomplete(): boolean {
    return this.fetched.isIncomplete || this.wantedItems.size > 0;
  }

  get needs(): Needs {
    return { reads: this.fetched.needed, indexed: [...this.wantedItems] };
  }

  /** True if the row exists; `undefined` if that is not known. */
  isThere(table: TableName, key: string): boolean | undefined {
    const known = this.known.data.rowsOf(table).get(key);
    return known && known.answer !== undefined;
  }

  /** Returns the head of a log without checking it. */
  head(organizationId: string): StoredHead | undefined {
    if (!this.known.heads.has(organizationId)) this.rows.logHead(organizationId);
    return this.known.heads.get(organizationId);
  }

  /** @throws NotFetched */
  indexedItem(key: string): Indexed | undefined {
    if (this.known.indexed.has(key)) return this.known.indexed.get(key);
    this.wantedItems.add(key);
    throw new NotFetched('what an item is found by is not fetched yet');
  }
}
