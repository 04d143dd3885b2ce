import { type Item, itemKey } from '../../domain/item.js';
import type { Rows, Write } from '../../ports.js';
import type { ImportedItem } from '../../schema/item-import.js';

/** Upserts items by id: what is in the import replaces what was there; other items stay. */
export function importItems(rows: Rows, shopId: string, imported: readonly ImportedItem[], now: number): Write[] {
  const existing = rows.many(
    'item',
    imported.map(({ id }) => itemKey(shopId, id)),
  );
  return imported.flatMap(({ stock, ...entry }): Write[] => {
    const key = itemKey(shopId, entry.id);
    const before = existing.get(key);
    const row: Item = {
      ...entry,
      shop_id: shopId,
      counted: stock !== null,
      created_at: before?.created_at ?? now,
      updated_at: now,
      version: before?.version ?? 0,
    };
    return [
      { type: 'put', table: 'item', row },
      { type: 'set', counter: 'stock', key, to: stock },
    ];
  });
}
