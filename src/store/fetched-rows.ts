import type {
  CounterName,
  LogRows,
  LookupAnswer,
  LookupArguments,
  LookupName,
  Rows,
  TableName,
  Tables,
  Wanted,
} from '../ports.js';
import { type FetchedData, type NeededRead, toKey } from './fetched-data.js';

/**
 * Ends a run that reads rows not fetched yet. Thrown as a single instance, since capturing a stack would cost more than
 * the run.
 */
class Missing extends Error {
  override readonly name = 'Missing';
}
const MISSING = new Missing('a row was read that is not fetched yet');

/** Rows of one run: answers the reads whose rows were fetched, and ends the run at the first other read. */
export class FetchedRows implements Rows {
  readonly usesHints = true;
  private readonly data: FetchedData;
  private readonly needs = new Map<string, NeededRead>();
  private ended = false;

  constructor(data: FetchedData) {
    this.data = data;
  }

  /** True once the run has tried to read a row that is not fetched yet, even if it caught the error and continued. */
  get isIncomplete(): boolean {
    return this.ended;
  }

  /** Reads to fetch before the next run: the missing one, and those announced by `expect`. */
  get needed(): readonly NeededRead[] {
    return [...this.needs.values()];
  }

  expect(...wanted: readonly Wanted[]): void {
    for (const one of wanted) this.fetchLater(toNeededRead(one));
  }

  get<T extends TableName>(table: T, key: string): Tables[T] | undefined {
    return this.answer(this.data.rowsOf(table).get(key), ['get', table, key]);
  }

  many<T extends TableName>(table: T, keys: readonly string[]): ReadonlyMap<string, Tables[T]> {
    this.fetchLater(['many', table, keys]);
    return present(keys, (key) => this.get(table, key));
  }

  counters(name: CounterName, keys: readonly string[]): ReadonlyMap<string, number> {
    this.fetchLater(['counters', name, keys]);
    return present(keys, (key) => this.answer(this.data.countersOf(name).get(key), ['counters', name, [key]]));
  }

  find<N extends LookupName>(name: N, ...args: LookupArguments<N>): LookupAnswer<N> {
    return this.answer(this.data.answersOf(name).get(toKey(args)), { lookup: name, args });
  }

  logHead(...args: Parameters<LogRows['logHead']>) {
    return this.answer(this.data.log.logHead.get(toKey(args)), ['logHead', ...args]);
  }

  logHashes(...args: Parameters<LogRows['logHashes']>) {
    return this.answer(this.data.log.logHashes.get(toKey(args)), ['logHashes', ...args]);
  }

  logLeaves(...args: Parameters<LogRows['logLeaves']>) {
    return this.answer(this.data.log.logLeaves.get(toKey(args)), ['logLeaves', ...args]);
  }

  pendingEntries(...args: Parameters<LogRows['pendingEntries']>) {
    return this.answer(this.data.log.pendingEntries.get(toKey(args)), ['pendingEntries', ...args]);
  }

  closedLogs(...args: Parameters<LogRows['closedLogs']>) {
    return this.answer(this.data.log.closedLogs.get(toKey(args)), ['closedLogs', ...args]);
  }

  /** @throws Missing */
  private answer<R>(known: { readonly answer: R } | undefined, read: NeededRead): R {
    if (known) return known.answer;
    this.need(read);
    this.ended = true;
    throw MISSING;
  }

  private fetchLater(read: NeededRead): void {
    if (!this.data.knows(read)) this.need(read);
  }

  private need(read: NeededRead): void {
    this.needs.set(JSON.stringify(read), read);
  }
}

function toNeededRead(wanted: Wanted): NeededRead {
  switch (wanted[0]) {
    case 'get':
    case 'many':
    case 'counters':
    case 'logHead':
    case 'logHashes':
    case 'logLeaves':
    case 'pendingEntries':
    case 'closedLogs':
      return wanted;
    default: {
      const [lookup, ...args] = wanted;
      return { lookup, args };
    }
  }
}

/**
 * Runs a function on these rows. Returns `undefined` if it read rows that are not fetched yet.
 * @throws any error of the function once all rows that it reads are fetched
 */
export function runOnFetched<R>(rows: FetchedRows, run: (rows: Rows) => R): { readonly answer: R } | undefined {
  try {
    const answer = run(rows);
    return rows.isIncomplete ? undefined : { answer };
  } catch (error) {
    // While rows are missing, an error may only be a consequence of that.
    if (rows.isIncomplete) return undefined;
    throw error;
  }
}

function present<R>(keys: readonly string[], read: (key: string) => R | undefined): Map<string, R> {
  const found = new Map<string, R>();
  for (const key of keys) {
    const row = read(key);
    if (row !== undefined) found.set(key, row);
  }
  return found;
}
