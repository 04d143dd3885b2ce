import { LRUCache } from 'lru-cache';
import type { TableName, Tables } from '../../../ports.js';
import { type StoredRow, trustedRow } from '../../trusted-row.js';

/** Characters of the bodies that are kept of a table at most; those that were read longest ago go first. */
const MAX_CHARACTERS = 2 ** 20;

interface Kept<R> {
  readonly version: unknown;
  readonly body: string;
  readonly row: R;
}

/**
 * Parsed rows of a table. A row is given again when the server has answered the same body, so none is ever stale; and it is
 * the same object then, so that what was computed from it can be given again too (calls/steady-answers.ts). Rows are never
 * changed in place.
 */
class KeptRows<R> {
  private readonly kept = new LRUCache<string, Kept<R>>({
    maxSize: MAX_CHARACTERS,
    sizeCalculation: ({ body }) => body.length,
  });

  get(key: string, { version, body }: StoredRow): R | undefined {
    const known = this.kept.get(key);
    return known && known.version === version && known.body === body ? known.row : undefined;
  }

  keep(key: string, { version, body }: StoredRow, row: R): R {
    if (typeof body === 'string' && body.length > 0) this.kept.set(key, { version, body, row });
    return row;
  }
}

/** Tables whose rows are read more often than written. */
const KEPT: { readonly [T in TableName]?: KeptRows<Tables[T]> } = {
  organization: new KeptRows(),
  shop: new KeptRows(),
  deployment: new KeptRows(),
  api_key: new KeptRows(),
  agent: new KeptRows(),
  signing_key: new KeptRows(),
  item: new KeptRows(),
  discount: new KeptRows(),
  checkout: new KeptRows(),
  order: new KeptRows(),
};

/** The row of a table that the server has answered. */
export function keptRow<T extends TableName>(table: T, key: string, stored: StoredRow): Tables[T] {
  return knownRow(table, key, stored) ?? keepRow(table, key, stored, trustedRow(table, stored));
}

/** The row, if it was read before as it is now. */
export function knownRow<T extends TableName>(table: T, key: string, stored: StoredRow): Tables[T] | undefined {
  const kept: KeptRows<Tables[T]> | undefined = KEPT[table];
  return kept?.get(key, stored);
}

export function keepRow<T extends TableName>(table: T, key: string, stored: StoredRow, row: Tables[T]): Tables[T] {
  const kept: KeptRows<Tables[T]> | undefined = KEPT[table];
  return kept ? kept.keep(key, stored, row) : row;
}
