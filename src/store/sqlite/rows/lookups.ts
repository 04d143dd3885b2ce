import type { Database } from 'better-sqlite3';
import { sql } from 'drizzle-orm';
import type { TableName } from '../../../ports.js';
import type { FoundRow, FoundRows, Lookup } from '../../lookups/lookup.js';
import {
  LOOKUP_NAMES,
  LOOKUPS,
  type LookupAnswer,
  type LookupArguments,
  type LookupName,
} from '../../lookups/lookups.js';
import { SQLITE_WORDS } from '../../sql/sqlite-dialect.js';
import { NativeStatement } from './native-statement.js';
import type { CacheGroup } from './row-cache.js';
import type { StoredTables } from './stored-tables.js';

/**
 * Lookups whose results are cached, with the only table whose writes change them: each price of a cart needs the
 * discounts, each receipt the key. The log entries of a key are written only together with its row.
 */
const CACHED: { readonly [N in LookupName]?: TableName } = {
  automaticDiscounts: 'discount',
  signingKeyByFingerprint: 'signing_key',
};
const CACHED_TABLES = new Set(Object.values(CACHED));
/** Maximum number of cached results of one lookup. */
const MAX_RESULTS = 1_000;

/** Results of one lookup, by its arguments. */
type Results<N extends LookupName> = Map<string, LookupAnswer<N>>;

/** A map whose values have the type of their lookup. */
interface ResultsByName {
  get<N extends LookupName>(name: N): Results<N> | undefined;
  set<N extends LookupName>(name: N, results: Results<N>): unknown;
  clear(): void;
}

/** Runs lookups on a connection. */
export class Lookups {
  private readonly statements: ReadonlyMap<LookupName, NativeStatement<FoundRow>>;
  private readonly rows: FoundRows;
  private readonly results: ResultsByName = new Map();
  /** Tables that the open transaction has written. Until it ends, no result that depends on them is cached. */
  private readonly written = new Set<TableName>();

  constructor(database: Database, tables: StoredTables, caches: CacheGroup) {
    const prepare = (name: LookupName) =>
      new NativeStatement<FoundRow>(
        database,
        LOOKUPS[name].query(SQLITE_WORDS, (value) => sql`${sql.placeholder(value)}`),
      );
    this.statements = new Map(LOOKUP_NAMES.map((name) => [name, prepare(name)]));
    this.rows = { row: (table, { key }) => tables.of(table).one(String(key)) };
    caches.onOtherWrite(() => this.results.clear());
  }

  find<N extends LookupName>(name: N, args: LookupArguments<N>): LookupAnswer<N> {
    const table = CACHED[name];
    if (table === undefined || this.written.has(table)) return this.read(name, args);
    const results: Results<N> = this.results.get(name) ?? new Map();
    const key = args.join();
    const known = results.get(key);
    if (known !== undefined) return known;
    const answer = this.read(name, args);
    // Callers may search for any number of keys that do not exist.
    if (answer === undefined) return answer;
    if (results.size >= MAX_RESULTS) results.clear();
    results.set(key, answer);
    this.results.set(name, results);
    return answer;
  }

  /** Called when the open transaction writes a table. */
  onWrite(table: TableName): void {
    if (!CACHED_TABLES.has(table)) return;
    this.written.add(table);
    this.results.clear();
  }

  /** Called after the transaction, committed or not. */
  onEnd(): void {
    if (this.written.size > 0) this.written.clear();
  }

  private read<N extends LookupName>(name: N, args: LookupArguments<N>): LookupAnswer<N> {
    const { values, answer }: Lookup<LookupArguments<N>, LookupAnswer<N>> = LOOKUPS[name];
    const found = values(...args).flatMap((run) => this.statements.get(name)?.all(run) ?? []);
    return answer(found, this.rows, args);
  }
}
