import type { TableName, Tables } from '../ports.js';
import { namesParts, withParts } from './shared-terms.js';

/** Body JSON and version column together are the row. */
export interface StoredRow {
  readonly body: unknown;
  readonly version: unknown;
}

/** Throws when a row does not have the form of its table. */
type RowCheck = (table: TableName, row: unknown) => void;

let check: RowCheck | undefined;

/** Checks every row that is decoded or kept as it was written from now on in this process; for tests (test/support/row-forms.ts). */
export function checkRows(by: RowCheck): void {
  check = by;
}

/**
 * The row of a table. Its form is trusted: only this program writes bodies, each from a value of the table's type, and
 * migrations convert older ones; checking each again would make every read slower.
 */
export function trustedRow<T extends TableName>(table: T, stored: StoredRow): Tables[T] {
  return checked(table, parsed(stored));
}

/** As `trustedRow`; a completed checkout with the parts of its terms, which `read` answers. */
export function trustedCheckout(stored: StoredRow, read: PartReader): Tables['checkout'] {
  return unreadCheckout(stored).withParts(read);
}

/** A checkout whose parts are still to be read. */
export interface UnreadCheckout {
  readonly shop_id: string;
  /** Hashes of the parts that its terms name. */
  readonly parts: readonly string[];
  withParts(read: PartReader): Tables['checkout'];
}

/** For an engine that has to know which parts it needs before it reads them. */
export function unreadCheckout(stored: StoredRow): UnreadCheckout {
  const row = parsed(stored);
  const named = namesParts(row.frozen) ? row.frozen : undefined;
  return {
    shop_id: row.shop_id,
    parts: named ? [named.shop, ...named.items, ...named.discounts] : [],
    withParts(read) {
      if (named) row.frozen = withParts(named, (hash) => read(row.shop_id, hash));
      return checked('checkout', row);
    },
  };
}

/** A part of the terms of a shop's checkouts. */
export type PartReader = (shopId: string, hash: string) => unknown;

function parsed(stored: StoredRow) {
  const row = JSON.parse(String(stored.body));
  row.version = Number(stored.version);
  return row;
}

function checked<R>(table: TableName, row: R): R {
  check?.(table, row);
  return row;
}

/** A row that was written may be kept as if it had been read, so it must be what its body gives. */
export function checkWritten<T extends TableName>(table: T, row: Tables[T]): void {
  check?.(table, row);
}
