import { type SQL, sql } from 'drizzle-orm';
import { Query, type Reads } from '../sql/query.js';

type CountQuery = Query<{ readonly total: number }>;

/** Builds a query that counts the rows of a table or subquery. */
export function countQuery(rows: SQL): CountQuery {
  return new Query(() => sql`SELECT count(*) AS total FROM ${rows}`);
}

/** Runs a counting query. */
export function* countRows(query: CountQuery): Reads<number> {
  const [row] = yield* query.all({});
  return row?.total ?? 0;
}
