import { itemKey } from '../../domain/item.js';
import type { Order } from '../../domain/order/order.js';
import type { Rows, Write } from '../../ports.js';

/** The units of a canceled order go back on sale, of items that were counted then and still are. */
export function stockBack(rows: Rows, { shop_id, line_items }: Order): Write[] {
  const units = new Map<string, number>();
  for (const { item, counted, quantity } of line_items) {
    const key = itemKey(shop_id, item.id);
    if (counted) units.set(key, (units.get(key) ?? 0) + quantity.total);
  }
  const existing = rows.counters('stock', [...units.keys()]);
  return [...units].flatMap(([key, by]) =>
    existing.has(key) ? [{ type: 'add', counter: 'stock', key, by } as const] : [],
  );
}
