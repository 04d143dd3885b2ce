import type { SQL } from 'drizzle-orm';
import type { Words } from './dialect.js';
import type { ReadsOf, Request } from './reads.js';
import type { Values } from './values.js';

/** Runs queries on SQLite. */
export interface QueriesNow {
  all<Row>(query: Query<Row>, values: Values): readonly Row[];
}

/** Runs queries on PostgreSQL. */
export interface QueriesSoon {
  all<Row>(query: Query<Row>, values: Values): Promise<readonly Row[]>;
}

/** A computation that reads only by queries. */
export type Reads<R> = ReadsOf<Request<QueriesNow, QueriesSoon>, R>;

/** A query prepared on one connection. */
export interface PreparedQuery<Row> {
  all(values: Values): Row[];
}

/**
 * A query shared by both engines, with `sql.placeholder` for each value. `Row` has the selected columns by name. Each
 * engine renders and prepares a query object once, so create only one object per query shape.
 */
export class Query<Row> {
  readonly write: (words: Words) => SQL;
  private readonly prepared = new WeakMap<object, PreparedQuery<Row>>();

  constructor(write: (words: Words) => SQL) {
    this.write = write;
  }

  /** Reads the rows that the query selects with these values. */
  *all(values: Values): Reads<readonly Row[]> {
    const request = new QueryRequest<Row>(this, values);
    yield [request];
    return request.rows;
  }

  /** Returns the connection's prepared query, which `prepare` creates on first use. */
  preparedOn(connection: object, prepare: () => PreparedQuery<Row>): PreparedQuery<Row> {
    const known = this.prepared.get(connection);
    if (known) return known;
    const made = prepare();
    this.prepared.set(connection, made);
    return made;
  }
}

class QueryRequest<Row> implements Request<QueriesNow, QueriesSoon> {
  private readonly query: Query<Row>;
  private readonly values: Values;
  rows: readonly Row[] = [];

  constructor(query: Query<Row>, values: Values) {
    this.query = query;
    this.values = values;
  }

  now(reader: QueriesNow): void {
    this.rows = reader.all(this.query, this.values);
  }

  async soon(reader: QueriesSoon): Promise<void> {
    this.rows = await reader.all(this.query, this.values);
  }
}
