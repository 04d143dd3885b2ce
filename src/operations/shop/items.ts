import { type Item, itemKey } from '../../domain/shop/item.js';
import type { Shop } from '../../domain/shop/shop.js';
import { inserted, type Rows, replaced, type Write } from '../../ports.js';
import { type Author, audited } from '../../records/audit.js';
import type { ImportedItem } from '../../schema/item-import.js';

/** Creating and replacing items; used by the operations and by the command line. */

/** Creates items, or replaces those with the same ids; other items stay. */
export function itemWrites(rows: Rows, shopId: string, imported: readonly ImportedItem[], now: number): Write[] {
  const existing = rows.many(
    'item',
    imported.map(({ id }) => itemKey(shopId, id)),
  );
  return imported.flatMap((entry) => {
    const before = existing.get(itemKey(shopId, entry.id));
    return savedItem(shopId, entry, before, now).writes;
  });
}

/** The same, with the audit event. */
export function importItems(rows: Rows, by: Author, shop: Shop, imported: readonly ImportedItem[]): Write[] {
  return [...itemWrites(rows, shop.id, imported, by.now), importedEvent(by, shop)];
}

/** An item after its import, and the writes that store it and its stock. */
export function savedItem(
  shop_id: string,
  { stock, ...members }: ImportedItem,
  before: Item | undefined,
  now: number,
): { readonly item: Item; readonly writes: readonly Write[] } {
  const row: Item = {
    ...members,
    shop_id,
    counted: stock !== null,
    created_at: before?.created_at ?? now,
    updated_at: now,
    version: 0,
  };
  const put = before ? replaced('item', before, row) : inserted('item', row);
  const counter: Write = { type: 'set', counter: 'stock', key: itemKey(shop_id, row.id), to: stock };
  return { item: put.row, writes: [put, counter] };
}

export function importedEvent(by: Author, shop: Shop): Write {
  return audited(by, shop.organization_id, { type: 'shop', id: shop.id }, 'shop.items_imported', ['items']);
}
