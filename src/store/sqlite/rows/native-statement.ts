import type { Database, RunResult, Statement } from 'better-sqlite3';
import type { SQLWrapper } from 'drizzle-orm';
import type { Rendered } from '../../sql/dialect.js';
import { SQLITE } from '../../sql/sqlite-dialect.js';
import type { Scalar, Values } from '../../sql/values.js';

/**
 * A statement built by Drizzle but run directly on SQLite. It is used for the most frequent statements, because Drizzle
 * would resolve parameters and columns on each run. `Row` has the selected columns by name.
 */
export class NativeStatement<Row = never> {
  private readonly statement: Statement<unknown[], Row>;
  private readonly rendered: Rendered<Scalar>;

  constructor(database: Database, built: SQLWrapper) {
    this.rendered = SQLITE.render(built.getSQL());
    this.statement = database.prepare<unknown[], Row>(this.rendered.text);
  }

  get(values: Values): Row | undefined {
    return this.statement.get(this.rendered.bind(values));
  }

  all(values: Values): Row[] {
    return this.statement.all(this.rendered.bind(values));
  }

  run(values: Values): RunResult {
    return this.statement.run(this.rendered.bind(values));
  }
}
