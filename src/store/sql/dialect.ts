import { is, Param, Placeholder, type Query, type SQL } from 'drizzle-orm';
import type { TokenGroup, Value, Values } from './values.js';

/** A statement rendered for one engine. */
export interface Rendered<Bound = unknown> {
  readonly text: string;
  /**
   * Values in the order of the text's parameters.
   * @throws Error if one is missing
   */
  bind(values: Values): Bound[];
}

/** Part of a query: text, or a placeholder. */
export type Piece = SQL | Placeholder;

/** Expressions that SQLite and PostgreSQL write differently; the rest of a query is shared text. */
export interface Words {
  /** Compares with each member of a list that is bound as one value. */
  anyOf(value: Piece, list: Piece): SQL;
  /** A member of a JSON object, as text. */
  jsonText(json: Piece, ...path: readonly string[]): SQL;
  /** A member of a JSON object that is a whole number. */
  jsonInteger(json: Piece, member: string): SQL;
  /** Checks that a JSON array has a text. */
  jsonListHas(list: Piece, text: Piece): SQL;
  /** Checks that a text contains another. */
  contains(text: Piece, part: Piece): SQL;
  /** Numbers of the items with a token of each group, as a query in any order. */
  itemsWithTokens(groups: readonly Piece[]): SQL;
  /** Checks that the item of a number has a token of a group. */
  itemHasToken(seq: SQL, group: Piece): SQL;
  /** Columns of a JSON array of arrays, bound as text; for a FROM clause. */
  jsonRows(alias: string, columns: Readonly<Record<string, 'text' | 'bigint'>>, json: Piece): SQL;
  /**
   * Columns from which a row is read. SQLite caches rows and reads the others by key, so an index alone can serve a
   * list.
   */
  readonly rowColumns: SQL;
  /** The column with null as '', written exactly like the index expression, so that the index is used. */
  orEmpty(column: string): SQL;
  /** Forces an index: SQLite has no statistics to choose by. No effect on PostgreSQL. */
  indexedBy(index: string): SQL;
  /** Hides a column from SQLite's choice of an index. */
  unindexed(column: Piece): SQL;
  /** A join whose right table SQLite reads once for each row of the left one. */
  readonly nestedJoin: SQL;
  /** Number of a row in the order of writing: the rowid on SQLite, a separate column on PostgreSQL. */
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

/** @throws Error for an inlined value, which would give each value a statement of its own */
function nameOf(param: unknown): string {
  const inner = is(param, Param) ? param.value : param;
  if (is(inner, Placeholder)) return inner.name;
  throw new Error(`a query accepts values only as placeholders, not ${JSON.stringify(inner)}`);
}
