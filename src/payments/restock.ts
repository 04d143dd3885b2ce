import type { Order } from '../domain/order/order.js';
import { itemKey } from '../domain/shop/item.js';
import type { MovementKind, Rows, Write } from '../ports.js';
import type { Author } from '../records/audit.js';
import { buildRestockWrites, causeOf } from '../records/stock-moves.js';

/** Units of a line to return to stock. */
interface RestockedUnits {
  readonly line_id: string;
  readonly units: number;
}

/** Returns for each line how many of its units a change of the order canceled. */
export function unitsToRestock(before: Order, after: Order): RestockedUnits[] {
  const canceled = new Map(before.line_items.map(({ id, quantity }) => [id, quantity.canceled]));
  return after.line_items.map(({ id, quantity }) => ({
    line_id: id,
    units: quantity.canceled - (canceled.get(id) ?? 0),
  }));
}

/** Lists for each line of an adjustment how many of the returned units can be sold again. */
export function restockedUnits({ adjustments }: Order, id: string): RestockedUnits[] {
  const lines = adjustments.find((one) => one.id === id)?.line_items ?? [];
  return lines.map((line) => ({ line_id: line.id, units: line.restocked ?? 0 }));
}

/**
 * Builds the writes that return units of an order to stock. Skips lines whose item was not counted when it was ordered,
 * or is not counted now. Discount uses are not released.
 */
export function restockWrites(
  rows: Rows,
  { id: order_id, shop_id, line_items }: Order,
  restocked: readonly RestockedUnits[],
  kind: MovementKind,
  by: Author,
): Write[] {
  const stock = new Map<string, number>();
  for (const { line_id, units } of restocked) {
    const line = line_items.find(({ id }) => id === line_id);
    if (!line?.counted || units === 0) continue;
    const key = itemKey(shop_id, line.item.id);
    stock.set(key, (stock.get(key) ?? 0) + units);
  }
  return buildRestockWrites(rows, stock, causeOf(by, kind, { order_id }));
}
