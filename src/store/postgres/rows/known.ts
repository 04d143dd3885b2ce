import type { Rows, TableName, Wanted } from '../../../ports.js';
import { FetchedData } from '../../fetched-data.js';
import { FetchedRows } from '../../fetched-rows.js';
import type { LogHead, LogTree } from '../../log/log-head.js';
import type { Indexed } from '../search/indexed-item.js';

/** What a transaction has read, for the looks and decisions that run in it. */
export class Known {
  readonly data: FetchedData;
  /** The heads of logs as their rows are; fetched with `logHead`. */
  readonly heads = new Map<string, LogHead | undefined>();
  /** The trees of logs that have begun or grown in the transaction. */
  readonly trees = new Map<string, LogTree>();
  /** What items are found by, by their keys; undefined = by nothing. */
  readonly indexed = new Map<string, Indexed | undefined>();

  constructor(data = new FetchedData()) {
    this.data = data;
  }
}

/** What a run wants to know beside the reads of the port. */
export interface Needs {
  readonly wanted: readonly Wanted[];
  /** Keys of items whose terms are wanted. */
  readonly indexed: readonly string[];
}

/** Ends a run that needs what is not fetched yet. */
class NotFetched extends Error {
  override readonly name = 'NotFetched';
}

/** The rows of one run of a decision and of its writes. */
export class Run {
  readonly known: Known;
  private readonly fetched: FetchedRows;
  private readonly wantedItems = new Set<string>();

  constructor(known: Known) {
    this.known = known;
    this.fetched = new FetchedRows(known.data);
  }

  get rows(): Rows {
    return this.fetched;
  }

  /** Something was read that is not fetched yet, whatever became of the run. */
  get isIncomplete(): boolean {
    return this.fetched.isIncomplete || this.wantedItems.size > 0;
  }

  get needs(): Needs {
    return { wanted: this.fetched.wanted, indexed: [...this.wantedItems] };
  }

  /** Whether a row is there; undefined = it was not read. */
  isThere(table: TableName, key: string): boolean | undefined {
    const known = this.known.data.rowsOf(table).get(key);
    return known && known.answer !== undefined;
  }

  /** The head of a log, as it is stored. */
  head(organizationId: string): LogHead | undefined {
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
