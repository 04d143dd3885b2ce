import type { Database, RunResult, Statement } from 'better-sqlite3';
import { is, Param, Placeholder } from 'drizzle-orm';

/** What Drizzle has built, before it is prepared. */
interface Built {
  toSQL(): { readonly sql: string; readonly params: readonly unknown[] };
}

type Values = Readonly<Record<string, unknown>>;

/** A parameter is a placeholder's name, or a value that is always the same. */
type Parameter = { readonly name: string } | { readonly value: unknown };

/**
 * A statement that Drizzle has built, run by SQLite itself, for what nearly every call does: Drizzle finds out anew for each run
 * what its parameters and columns are. `Row` has the selected columns by their names in the table.
 */
export class NativeStatement<Row = never> {
  private readonly statement: Statement<unknown[], Row>;
  private readonly parameters: readonly Parameter[];

  constructor(database: Database, built: Built) {
    const { sql, params } = built.toSQL();
    this.statement = database.prepare<unknown[], Row>(sql);
    this.parameters = params.map(parameterOf);
  }

  get(values: Values): Row | undefined {
    return this.statement.get(this.bound(values));
  }

  all(values: Values): Row[] {
    return this.statement.all(this.bound(values));
  }

  run(values: Values): RunResult {
    return this.statement.run(this.bound(values));
  }

  /** SQLite refuses undefined, so a value that was forgotten is an error. */
  private bound(values: Values): unknown[] {
    return this.parameters.map((one) => ('name' in one ? values[one.name] : one.value));
  }
}

function parameterOf(param: unknown): Parameter {
  const inner = is(param, Param) ? param.value : param;
  return is(inner, Placeholder) ? { name: inner.name } : { value: inner };
}
