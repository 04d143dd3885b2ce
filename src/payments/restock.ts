import type { Order } from '../domain/order/order.js';
import { itemKey } from '../domain/shop/item.js';
import type { Rows, Write } from '../ports.js';
import { releaseWrites } from './reservation.js';

/** Puts the units of a canceled order back on sale, if the item was counted then and still is; discount uses stay used. */
export function restockWrites(rows: Rows, { shop_id, line_items }: Order): Write[] {
  const stock = new Map<string, number>();
  for (const { item, counted, quantity } of line_items) {
    const key = itemKey(shop_id, item.id);
    if (counted) stock.set(key, (stock.get(key) ?? 0) + quantity.total);
  }
  return releaseWrites(rows, { stock, uses: new Map(), buyerUses: [] });
}
