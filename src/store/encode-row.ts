/** Members that every stored row has. */
export interface VersionedRow {
  readonly version: number;
  readonly created_at: number;
}

/** Serializes a row without its version, which has a column of its own. */
export function encodeRow(row: VersionedRow): string {
  return JSON.stringify({ ...row, version: undefined });
}
