import type { Order } from '../domain/order/order.js';
import { itemKey } from '../domain/shop/item.js';
import type { Rows, Write } from '../ports.js';
import type { Author } from '../records/audit.js';
import { causeOf, unitsBack } from '../records/stock-moves.js';

/** Puts the units of a canceled order back on sale, if the item was counted then and still is; discount uses stay used. */
export function restockWrites(rows: Rows, { id, shop_id, line_items }: Order, by: Author): Write[] {
  const stock = new Map<string, number>();
  for (const { item, counted, quantity } of line_items) {
    const key = itemKey(shop_id, item.id);
    if (counted) stock.set(key, (stock.get(key) ?? 0) + quantity.total);
  }
  return unitsBack(rows, stock, causeOf(by, 'give_back', { order_id: id }));
}
