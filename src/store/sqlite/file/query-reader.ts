import type { Database } from 'better-sqlite3';
import type { PreparedQuery, QueriesNow, Query, Reads } from '../../sql/query.js';
import { readNow } from '../../sql/reads.js';
import { SQLITE } from '../../sql/sqlite-dialect.js';
import type { Scalar, Values } from '../../sql/values.js';

/** Runs queries on a connection. Prepares each on first use, since a process that serves one request needs few. */
export class QueryReader implements QueriesNow {
  private readonly database: Database;

  constructor(database: Database) {
    this.database = database;
  }

  read<R>(reads: Reads<R>): R {
    return readNow(reads, this);
  }

  all<Row>(query: Query<Row>, values: Values): Row[] {
    return query.preparedOn(this.database, () => prepare(this.database, query)).all(values);
  }
}

function prepare<Row>(database: Database, query: Query<Row>): PreparedQuery<Row> {
  const { text, bind } = SQLITE.render(query.write(SQLITE.words));
  const statement = database.prepare<Scalar[], Row>(text);
  return { all: (values) => statement.all(...bind(values)) };
}
