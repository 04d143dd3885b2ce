import type { TableName, Tables } from '../ports.js';
import { namesParts, withParts } from './shared-terms.js';

/** A stored row: body JSON and version column. */
export interface StoredRow {
  readonly body: unknown;
  readonly version: unknown;
}

/** Throws if a row does not match the form of its table. */
type RowCheck = (table: TableName, row: unknown) => void;

let check: RowCheck | undefined;

/**
 * Test hook (test/support/checked-rows.ts): from now on, checks every row that this process decodes, or caches after
 * writing it.
 */
export function checkRows(by: RowCheck): void {
  check = by;
}

/**
 * Decodes a row without checking its form: only this program writes bodies, each from a value of the table's type, and
 * migrations convert older ones. Checks would slow down every read.
 */
export function decodeRow<T extends TableName>(table: T, stored: StoredRow): Tables[T] {
  return checkRow(table, parseStored(stored));
}

/** Like `decodeRow`, for a checkout. If its frozen terms refer to shared parts, `read` returns those. */
export function decodeCheckout(stored: StoredRow, read: PartReader): Tables['checkout'] {
  return decodeUnreadCheckout(stored).withParts(read);
}

/** A checkout whose shared parts are not read yet. */
export interface UnreadCheckout {
  readonly shop_id: string;
  /** Hashes of the parts to which its terms refer. */
  readonly parts: readonly string[];
  withParts(read: PartReader): Tables['checkout'];
}

/** Decodes a checkout without its parts, for engines that must list the needed parts before reading them. */
export function decodeUnreadCheckout(stored: StoredRow): UnreadCheckout {
  const row = parseStored(stored);
  const named = namesParts(row.frozen) ? row.frozen : undefined;
  return {
    shop_id: row.shop_id,
    parts: named ? [named.shop, ...named.items, ...named.discounts] : [],
    withParts(read) {
      if (named) row.frozen = withParts(named, (hash) => read(row.shop_id, hash));
      return checkRow('checkout', row);
    },
  };
}

/** Reads a shared part of the terms of a shop's checkouts. */
export type PartReader = (shopId: string, hash: string) => unknown;

function parseStored(stored: StoredRow) {
  const row = JSON.parse(String(stored.body));
  row.version = Number(stored.version);
  return row;
}

function checkRow<R>(table: TableName, row: R): R {
  check?.(table, row);
  return row;
}

/** Checks a written row in tests, since it may be cached as if it had been decoded. */
export function checkWritten<T extends TableName>(table: T, row: Tables[T]): void {
  check?.(table, row);
}
