import type {
  CounterName,
  LogRows,
  LookupAnswer,
  LookupArguments,
  LookupName,
  TableName,
  Tables,
  WantedRead,
} from '../ports.js';

/** A call of a lookup with its arguments. */
export interface LookupCall {
  readonly lookup: LookupName;
  readonly args: LookupArguments<LookupName>;
}

/** A read that a run depends on. */
export type NeededRead = WantedRead | LookupCall;

type Answers<R> = Map<string, { readonly answer: R }>;

/** A map whose values have the type of their table. */
interface RowsByTable {
  get<T extends TableName>(table: T): Answers<Tables[T] | undefined> | undefined;
  set<T extends TableName>(table: T, rows: Answers<Tables[T] | undefined>): unknown;
}

/** A map whose values have the type of their lookup. */
interface AnswersByLookup {
  get<N extends LookupName>(name: N): Answers<LookupAnswer<N>> | undefined;
  set<N extends LookupName>(name: N, answers: Answers<LookupAnswer<N>>): unknown;
}

/** Rows fetched for the runs of `look` or `decide`. `undefined` records an absent row. */
export class FetchedData {
  private readonly rows: RowsByTable = new Map();
  private readonly counters = new Map<CounterName, Answers<number | undefined>>();
  private readonly lookups: AnswersByLookup = new Map();
  /** Results of the reads of logs, keyed by their arguments (`toKey`). */
  readonly log: { readonly [N in keyof LogRows]: Answers<ReturnType<LogRows[N]>> } = {
    logHead: new Map(),
    logHashes: new Map(),
    logLeaves: new Map(),
    pendingEntries: new Map(),
    closedLogs: new Map(),
  };

  /** Returns the fetched rows of a table by their keys. */
  rowsOf<T extends TableName>(table: T): Answers<Tables[T] | undefined> {
    const known = this.rows.get(table);
    if (known) return known;
    const made: Answers<Tables[T] | undefined> = new Map();
    this.rows.set(table, made);
    return made;
  }

  /** Returns the fetched counters of a name by their keys. */
  countersOf(name: CounterName): Answers<number | undefined> {
    const known = this.counters.get(name);
    if (known) return known;
    const made: Answers<number | undefined> = new Map();
    this.counters.set(name, made);
    return made;
  }

  /** Returns the fetched results of a lookup, keyed by its arguments (`toKey`). */
  answersOf<N extends LookupName>(name: N): Answers<LookupAnswer<N>> {
    const known = this.lookups.get(name);
    if (known) return known;
    const made: Answers<LookupAnswer<N>> = new Map();
    this.lookups.set(name, made);
    return made;
  }

  /** True if the result of this read has been fetched. */
  knows(read: NeededRead): boolean {
    if ('lookup' in read) return this.answersOf(read.lookup).has(toKey(read.args));
    const [name, ...args] = read;
    if (name === 'get') return this.rowsOf(read[1]).has(read[2]);
    if (name === 'many') return read[2].every((key) => this.rowsOf(read[1]).has(key));
    if (name === 'counters') return read[2].every((key) => this.countersOf(read[1]).has(key));
    return this.log[name].has(toKey(args));
  }
}

/** Serializes the arguments of a read as a map key. */
export function toKey(args: readonly unknown[]): string {
  return JSON.stringify(args);
}
