import type { Database } from 'better-sqlite3';
import { sql } from 'drizzle-orm';
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
import type { StoredTables } from './stored-tables.js';

/** Runs lookups on a connection. */
export class Lookups {
  private readonly statements: ReadonlyMap<LookupName, NativeStatement<FoundRow>>;
  private readonly rows: FoundRows;

  constructor(database: Database, tables: StoredTables) {
    const prepare = (name: LookupName) =>
      new NativeStatement<FoundRow>(
        database,
        LOOKUPS[name].query(SQLITE_WORDS, (value) => sql`${sql.placeholder(value)}`),
      );
    this.statements = new Map(LOOKUP_NAMES.map((name) => [name, prepare(name)]));
    this.rows = { row: (table, { key }) => tables.of(table).one(String(key)) };
  }

  find<N extends LookupName>(name: N, args: LookupArguments<N>): LookupAnswer<N> {
    const { values, answer }: Lookup<LookupArguments<N>, LookupAnswer<N>> = LOOKUPS[name];
    const found = values(...args).flatMap((run) => this.statements.get(name)?.all(run) ?? []);
    return answer(found, this.rows, args);
  }
}
