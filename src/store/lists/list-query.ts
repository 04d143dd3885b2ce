import { type SQL, sql } from 'drizzle-orm';
import type { ListName, ListPage, Lists, Position, TableName, Tables } from '../../ports.js';
import type { StoredRow } from '../decode-row.js';
import type { QueriesNow, QueriesSoon } from '../sql/query.js';
import type { ReadsOf, Request } from '../sql/reads.js';

/** A row found by a list, with the columns of `words.rowColumns`. */
export type FoundRow = StoredRow & { readonly key: string };

/** Reads lists on SQLite. */
export interface ListsNow extends QueriesNow {
  rows<T extends TableName>(table: T, found: readonly FoundRow[]): readonly Tables[T][];
}

/** Reads lists on PostgreSQL. */
export interface ListsSoon extends QueriesSoon {
  rows<T extends TableName>(table: T, found: readonly FoundRow[]): Promise<readonly Tables[T][]>;
}

/** A computation that reads by queries, and reads rows through the engine's row cache. */
export type ListReads<R> = ReadsOf<Request<ListsNow, ListsSoon>, R>;

/** Reads a page of one list. */
export type ListQuery<N extends ListName> = (
  filter: Lists[N]['filter'],
  after: Lists[N]['position'] | undefined,
  limit: number,
) => ListReads<ListPage<N>>;

/** Reads the found rows, in the order given. */
export function* rowsOf<T extends TableName>(table: T, found: readonly FoundRow[]): ListReads<readonly Tables[T][]> {
  const request = new RowsRequest(table, found);
  yield [request];
  return request.rows;
}

class RowsRequest<T extends TableName> implements Request<ListsNow, ListsSoon> {
  private readonly table: T;
  private readonly found: readonly FoundRow[];
  rows: readonly Tables[T][] = [];

  constructor(table: T, found: readonly FoundRow[]) {
    this.table = table;
    this.found = found;
  }

  now(reader: ListsNow): void {
    this.rows = reader.rows(this.table, this.found);
  }

  async soon(reader: ListsSoon): Promise<void> {
    this.rows = await reader.rows(this.table, this.found);
  }
}

const p = sql.placeholder;

/** Selects rows after a position, oldest first; has the placeholders of `pageValues`. */
export const OLDEST_FIRST = sql`
  AND (created_at, key) > (${p('created_at')}, ${p('id')}) ORDER BY created_at, key LIMIT ${p('limit')}`;

/** The parts of `NEWEST_FIRST`, for a list that joins several selections. */
export const AFTER_NEWEST = sql`AND (created_at, key) < (${p('created_at')}, ${p('id')})`;
export const BY_NEWEST = sql`created_at DESC, key DESC`;
export const UP_TO_LIMIT = sql`LIMIT ${p('limit')}`;

/** Selects rows after a position, newest first; has the placeholders of `pageValues`. */
export const NEWEST_FIRST = sql`${AFTER_NEWEST} ORDER BY ${BY_NEWEST} ${UP_TO_LIMIT}`;

/** Builds the values for a page after a position. The query reads one row more, which shows if there is a next page. */
export function pageValues({ created_at, id }: Position, limit: number) {
  return { created_at, id, limit: limit + 1 };
}

/** Joins conditions by AND; `none` is the condition for an empty list. */
export function allOf(conditions: readonly SQL[], none = sql`1 = 1`): SQL {
  return conditions.length === 0 ? none : sql.join([...conditions], sql` AND `);
}

/** Puts AND before each condition. */
export function and(conditions: readonly SQL[]): SQL {
  return sql.join(conditions.map((condition) => sql` AND ${condition}`));
}
