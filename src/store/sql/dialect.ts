import { is, Param, Placeholder, type Query, type SQL } from 'drizzle-orm';
import type { TokenGroup, Value, Values } from './values.js';

/** A statement rendered as one engine's SQL. */
export interface Rendered<Bound = unknown> {
  readonly text: string;
  /**
   * Returns the values in the order of the text's parameters.
   * @throws Error if one is missing
   */
  bind(values: Values): Bound[];
}

/** A piece of a query: SQL text, or a placeholder. */
export type Piece = SQL | Placeholder;

/** Expressions that SQLite and PostgreSQL write differently; the rest of a query is shared text. */
export interface Words {
  /** Checks that a value is in a list, which is bound as one value. */
  anyOf(value: Piece, list: Piece): SQL;
  /** A member of a JSON object, as text. */
  jsonText(json: Piece, ...path: readonly string[]): SQL;
  /** A member of a JSON object that is a whole number. */
  jsonInteger(json: Piece, member: string): SQL;
  /** Checks that a JSON array contains a text. */
  jsonListHas(list: Piece, text: Piece): SQL;
  /** Checks that a text contains another. */
  contains(text: Piece, part: Piece): SQL;
  /** Query for the numbers of the items that have a token of each group, in any order. */
  itemsWithTokens(groups: readonly Piece[]): SQL;
  /** Checks that the item with this number has a token of a group. */
  itemHasToken(seq: SQL, group: Piece): SQL;
  /** Rows from a JSON array of arrays that is bound as text; for a FROM clause. */
  jsonRows(alias: string, columns: Readonly<Record<string, 'text' | 'bigint'>>, json: Piece): SQL;
  /**
   * Columns to select for a row. SQLite selects only the key, with which it reads the rows that are not cached. So an
   * index alone can serve a list.
   */
  readonly rowColumns: SQL;
  /** The column with '' for null, written exactly like the index expression, so that the index is used. */
  orEmpty(column: string): SQL;
  /** The id in the data of a log entry, written exactly like the index expression. */
  readonly entryId: SQL;
  /** Query for the organization's receipt with this hash. */
  receiptOf(organizationId: Piece, hash: Piece): SQL;
  /** Forces the use of an index, since SQLite has no statistics to choose by. No effect on PostgreSQL. */
  indexedBy(index: string): SQL;
  /** Keeps SQLite from choosing an index on a column. */
  unindexed(column: Piece): SQL;
  /** Join for which SQLite scans the left table, and searches the right one for each of its rows. */
  readonly nestedJoin: SQL;
  /** Rows that SQLite also selects, for `UNION ALL`; PostgreSQL has none of them. */
  alsoOnFile(select: SQL): SQL;
  /** Number of a row in write order: the rowid on SQLite, a separate column on PostgreSQL. */
  rowNumber(column: string): SQL;
}

export interface Dialect<Bound = unknown> {
  readonly words: Words;
  render(query: SQL): Rendered<Bound>;
}

/** Binds values to a query rendered by Drizzle; `encode` converts a value for the driver. */
export function toRendered<Bound>(
  { sql, params }: Query,
  encode: (value: Value | TokenGroup) => Bound,
): Rendered<Bound> {
  const names = params.map(nameOf);
  return {
    text: sql,
    bind: (values) =>
      names.map((name) => {
        const value = values[name];
        if (value === undefined) throw new Error(`no value for the placeholder ${name} of: ${sql}`);
        return encode(value);
      }),
  };
}

/** @throws Error for an inlined value, since each value would need a separate prepared statement */
function nameOf(param: unknown): string {
  const inner = is(param, Param) ? param.value : param;
  if (is(inner, Placeholder)) return inner.name;
  throw new Error(`a query accepts values only as placeholders, not ${JSON.stringify(inner)}`);
}
