import { knownJson } from '../domain/values/known-json.js';

/** Members that every stored row has. */
export interface VersionedRow {
  readonly version: number;
  readonly created_at: number;
}

/** A row that may have the response of a call, with its text. */
type Encodable = VersionedRow & { readonly outcome?: unknown };

/** Serializes a row without its version, which has a column of its own. */
export function encodeRow(row: Encodable): string {
  const { outcome } = row;
  const known = typeof outcome === 'object' && outcome !== null ? knownJson(outcome) : undefined;
  if (known === undefined) return JSON.stringify({ ...row, version: undefined });
  const rest = JSON.stringify({ ...row, version: undefined, outcome: undefined });
  return `${rest.slice(0, -1)},"outcome":${known}}`;
}
