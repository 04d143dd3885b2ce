import { LRUCache } from 'lru-cache';
import type { TableName, Tables } from '../../../ports.js';
import { TABLES } from '../../tables/tables.js';
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

/** A map whose values have the type of their table. */
interface KeptByTable {
  get<T extends TableName>(table: T): KeptRows<Tables[T]> | undefined;
  set<T extends TableName>(table: T, rows: KeptRows<Tables[T]>): unknown;
}

const KEPT: KeptByTable = new Map();

/** `undefined` for a table whose rows are not cached. */
function keptRowsOf<T extends TableName>(table: T): KeptRows<Tables[T]> | undefined {
  const known = KEPT.get(table);
  if (known || !TABLES[table].cached) return known;
  const made = new KeptRows<Tables[T]>();
  KEPT.set(table, made);
  return made;
}

/** The row of a table that the server has answered. */
export function keptRow<T extends TableName>(table: T, key: string, stored: StoredRow): Tables[T] {
  return knownRow(table, key, stored) ?? keepRow(table, key, stored, trustedRow(table, stored));
}

/** The row, if it was read before as it is now. */
export function knownRow<T extends TableName>(table: T, key: string, stored: StoredRow): Tables[T] | undefined {
  return keptRowsOf(table)?.get(key, stored);
}

export function keepRow<T extends TableName>(table: T, key: string, stored: StoredRow, row: Tables[T]): Tables[T] {
  return keptRowsOf(table)?.keep(key, stored, row) ?? row;
}
