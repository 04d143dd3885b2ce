export { columnTypes } from '../../../../db/postgres/table-columns.js';

/** A name as SQL has it: `order` and `by` are words of the language. */
export function quoted(name: string): string {
  return `"${name}"`;
}

/** The rows of several parameters that are arrays of one length: `unnest($1::text[], …) AS alias (name, …)`. */
export function rowsOf(alias: string, columns: readonly (readonly [name: string, type: string])[], first = 1): string {
  const arrays = columns.map(([, type], index) => `$${index + first}::${type}[]`).join(', ');
  return `unnest(${arrays}) AS ${alias} (${columns.map(([name]) => quoted(name)).join(', ')})`;
}
