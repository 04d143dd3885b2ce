import type { Order } from '../domain/order/order.js';
import { inserted, replaced, type Write } from '../ports.js';
import { changedMembers } from '../view/order-changes.js';
import { type Author, audited } from './audit.js';

/** An order after a decision, and the writes that store it. */
export interface SavedOrder {
  readonly order: Order;
  readonly writes: readonly Write[];
}

/** An order's new row, with the audit event that names what changed; `before` is undefined for a new order. */
export function savedOrder(by: Author, before: Order | undefined, row: Order, action: string): SavedOrder {
  const subject = { type: 'order', id: row.id } as const;
  const put = before ? replaced('order', before, row) : inserted('order', row);
  return {
    order: put.row,
    writes: [put, audited(by, row.organization_id, subject, action, changedMembers(before, row))],
  };
}

export function unchanged(order: Order): SavedOrder {
  return { order, writes: [] };
}
