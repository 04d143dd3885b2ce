import { isExpired } from '../../domain/checkout/status.js';
import { isWaiting, withoutWaiting } from '../../domain/order/addition.js';
import type { Order } from '../../domain/order/order.js';
import type { Rows } from '../../ports.js';

interface AddedBefore {
  /** The order without additions that can no longer be paid. */
  readonly order: Order;
  /** Units of each line that are in an open draft or a paid order of added items, by the id of the line. */
  readonly units: ReadonlyMap<string, number>;
}

/** Finds what was added to an order before. */
export function findAdded(rows: Rows, order: Order, now: number): AddedBefore {
  const { additions = [] } = order;
  if (additions.length === 0) return { order, units: new Map() };
  const waiting = additions.filter(isWaiting).map(({ checkout_id }) => checkout_id);
  const paid = additions.flatMap(({ order_id }) => order_id ?? []);
  rows.expect(['many', 'checkout', waiting], ['many', 'order', paid]);
  const open = [...rows.many('checkout', waiting).values()].filter(
    (draft) => draft.state === 'paying' || (draft.state === 'open' && !isExpired(draft, now)),
  );
  const openIds = new Set(open.map(({ id }) => id));
  const units = new Map<string, number>();
  const count = (id: string, itemId: string, more: number) => {
    if (order.line_items.some((line) => line.id === id && line.item.id === itemId))
      units.set(id, (units.get(id) ?? 0) + more);
  };
  for (const { id, item_id, quantity } of open.flatMap(({ lines }) => lines)) count(id, item_id, quantity);
  for (const { id, item, quantity } of [...rows.many('order', paid).values()].flatMap((one) => one.line_items))
    count(id, item.id, quantity.total - quantity.canceled);
  return { order: withoutWaiting(order, ({ checkout_id }) => !openIds.has(checkout_id)), units };
}
