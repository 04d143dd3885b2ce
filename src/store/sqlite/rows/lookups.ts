import type { Database } from 'better-sqlite3';
import { sql } from 'drizzle-orm';
import type { Rows } from '../../../ports.js';
import {
  type EngineParts,
  type FoundRow,
  type FoundRows,
  LOOKUP_NAMES,
  LOOKUPS,
  type Lookup,
  type LookupName,
} from '../../lookups/lookups.js';
import type { Aggregates } from './aggregates.js';
import { NativeStatement } from './native-statement.js';

/** Rows are read by their keys, so that cached ones are not read again. */
const PARTS: EngineParts = { row: sql.raw('key'), orEmpty: (column) => sql.raw(`ifnull(${column}, '')`) };

/** The lookups of a connection. */
export class Lookups {
  private readonly statements: ReadonlyMap<LookupName, NativeStatement<FoundRow>>;
  private readonly rows: FoundRows;

  constructor(database: Database, aggregates: Aggregates) {
    this.statements = new Map(
      LOOKUP_NAMES.map((name) => {
        const { width, select } = LOOKUPS[name];
        const args = Array.from({ length: width }, (_, place) => sql`${sql.placeholder(`a${place}`)}`);
        return [name, new NativeStatement<FoundRow>(database, select(args, PARTS))];
      }),
    );
    this.rows = { row: (table, { key }) => aggregates.of(table).one(String(key)) };
  }

  /** Runs the statement once for each list of arguments. */
  answer<N extends LookupName>(name: N, ...called: readonly (readonly string[])[]): ReturnType<Rows[N]> {
    const { answer }: Lookup<N> = LOOKUPS[name];
    const found = called.flatMap((values) => this.statements.get(name)?.all(named(values)) ?? []);
    return answer(found, this.rows, called[0] ?? []);
  }
}

function named(values: readonly string[]): Readonly<Record<string, string>> {
  const byName: Record<string, string> = {};
  for (const [place, value] of values.entries()) byName[`a${place}`] = value;
  return byName;
}
