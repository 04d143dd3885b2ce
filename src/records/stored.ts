/** A row as it reads after its put. */
export function stored<R extends { readonly version: number }>(row: R): R {
  return { ...row, version: row.version + 1 };
}
