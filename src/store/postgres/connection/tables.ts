/** Quotes a name for SQL: `order` and `by` are reserved words. */
export function quote(name: string): string {
  return `"${name}"`;
}

/** Builds rows from several array parameters of equal length: `unnest($1::text[], …) AS alias (name, …)`. */
export function rowsOf(alias: string, columns: readonly (readonly [name: string, type: string])[], first = 1): string {
  const arrays = columns.map(([, type], index) => `$${index + first}::${type}[]`).join(', ');
  return `unnest(${arrays}) AS ${alias} (${columns.map(([name]) => quote(name)).join(', ')})`;
}
