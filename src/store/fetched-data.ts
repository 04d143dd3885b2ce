import type { CounterName, Rows, TableName, Tables, Wanted } from '../ports.js';

/** Reads answered as a whole; rows and counters are known one by one. */
type WholeRead = Exclude<keyof Rows, 'expect' | 'get' | 'many' | 'counters'>;

type Answers<R> = Map<string, { readonly answer: R }>;

/** A map whose values have the type of their table. */
interface RowsByTable {
  get<T extends TableName>(table: T): Answers<Tables[T] | undefined> | undefined;
  set<T extends TableName>(table: T, rows: Answers<Tables[T] | undefined>): unknown;
}

/** Rows fetched for the runs of `look` or `decide`. `undefined` records an absent row. */
export class FetchedData {
  private readonly rows: RowsByTable = new Map();
  readonly counters: Readonly<Record<CounterName, Answers<number | undefined>>> = {
    stock: new Map(),
    imported_stock: new Map(),
    discount_use: new Map(),
    buyer_use: new Map(),
    display_id: new Map(),
    answer_bytes: new Map(),
    media_bytes: new Map(),
  };
  /** By arguments, see `argumentsOf`. */
  readonly whole: { readonly [N in WholeRead]: Answers<ReturnType<Rows[N]>> } = {
    currentCheckout: new Map(),
    automaticDiscounts: new Map(),
    hasItems: new Map(),
    countShops: new Map(),
    usage: new Map(),
    variants: new Map(),
    signingKeyByFingerprint: new Map(),
    activeSigningKey: new Map(),
    receipt: new Map(),
    receiptByHash: new Map(),
    receiptOfJob: new Map(),
    receiptSuperseding: new Map(),
    orderByContext: new Map(),
    logHead: new Map(),
    logHashes: new Map(),
    logLeaves: new Map(),
    closedLogs: new Map(),
  };

  /** Rows of a table, by key. */
  rowsOf<T extends TableName>(table: T): Answers<Tables[T] | undefined> {
    const known = this.rows.get(table);
    if (known) return known;
    const made: Answers<Tables[T] | undefined> = new Map();
    this.rows.set(table, made);
    return made;
  }

  /** True if this read can be answered. */
  knows(wanted: Wanted): boolean {
    const [name] = wanted;
    if (name === 'get') return this.rowsOf(wanted[1]).has(wanted[2]);
    if (name === 'many') return wanted[2].every((key) => this.rowsOf(wanted[1]).has(key));
    if (name === 'counters') return wanted[2].every((key) => this.counters[wanted[1]].has(key));
    return this.whole[name].has(argumentsOf(wanted));
  }
}

/** Arguments of a read as one text. */
export function argumentsOf([, ...called]: Wanted): string {
  return JSON.stringify(called);
}
