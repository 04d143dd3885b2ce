import { isDeepStrictEqual } from 'node:util';
import { type Item, itemKey } from '../../domain/shop/item.js';
import type { ItemMembers } from '../../domain/shop/item-change.js';
import type { Shop } from '../../domain/shop/shop.js';
import { insertWrite, type MovementCause, type Rows, replaceWrite, type Write } from '../../ports.js';
import { type Author, auditWrite } from '../../records/audit.js';

/** Creates and changes items, for operations and the command line. */

/** An item to be stored with its stock. `stock`: `undefined` keeps the current number, null stops counting. */
export interface SavedItem {
  readonly members: ItemMembers;
  readonly stock: number | null | undefined;
}

/** A stored item with its stock. */
export interface StoredItem {
  readonly item: Item;
  /** Null if the item's units are not counted. */
  readonly stock: number | null;
}

export function readStoredItem(rows: Rows, shopId: string, id: string): StoredItem | undefined {
  const key = itemKey(shopId, id);
  const item = rows.get('item', key);
  return item && { item, stock: rows.counters('stock', [key]).get(key) ?? null };
}

/** Builds the writes that store an item and its stock, and returns them with the item as it will be stored. */
export function buildItemWrites(
  shop_id: string,
  { members, stock }: SavedItem,
  before: StoredItem | undefined,
  cause: MovementCause,
): StoredItem & { readonly writes: readonly Write[] } {
  const left = stock === undefined ? (before?.stock ?? null) : stock;
  const row: Item = {
    ...members,
    shop_id,
    counted: left !== null,
    created_at: before?.item.created_at ?? cause.at,
    updated_at: cause.at,
    version: 0,
  };
  const put = before ? replaceWrite('item', before.item, row) : insertWrite('item', row);
  return { item: put.row, stock: left, writes: [put, ...stockWrites(row, before, left, cause)] };
}

function stockWrites(row: Item, before: StoredItem | undefined, to: number | null, cause: MovementCause): Write[] {
  if (to === (before?.stock ?? null)) return [];
  const key = itemKey(row.shop_id, row.id);
  return [{ type: 'set_stock', key, to, cause: before ? cause : { ...cause, kind: 'opening', reason: null } }];
}

/** Returns the names of the changed members, including `stock`; for a new item, the names of all its members. */
export function changedMembers({ members, stock }: SavedItem, before: StoredItem | undefined): string[] {
  const known: Readonly<Record<string, unknown>> = before ? membersOf(before.item) : {};
  const next: Readonly<Record<string, unknown>> = members;
  // A removed optional member exists in the previous item only.
  const names = [...new Set([...Object.keys(next), ...Object.keys(known)])];
  const changed = names.filter((name) => !isDeepStrictEqual(next[name], known[name]));
  if (stock !== undefined && stock !== (before?.stock ?? null)) changed.push('stock');
  return changed;
}

function membersOf({ shop_id, counted, created_at, updated_at, version, ...members }: Item): ItemMembers {
  return members;
}

export function importedEvent(by: Author, shop: Shop): Write {
  return auditWrite(by, shop.organization_id, { type: 'shop', id: shop.id }, 'shop.items_imported', ['items']);
}

/** Builds the audit event for a change of one item. */
export function itemEvent(by: Author, shop: Shop, id: string, action: string, changed: readonly string[]): Write {
  return auditWrite(by, shop.organization_id, { type: 'item', id: itemKey(shop.id, id) }, action, changed);
}
