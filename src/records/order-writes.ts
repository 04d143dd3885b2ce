import type { Order } from '../domain/order/order.js';
import { insertWrite, replaceWrite, type Write } from '../ports.js';
import { changedMembers } from '../view/order-changes.js';
import { type Author, auditWrite } from './audit.js';

/** An order after a decision, and the writes that store it. */
export interface OrderWrites {
  readonly order: Order;
  readonly writes: readonly Write[];
}

/**
 * Builds the writes of an order and of the audit event that names its changes. `before` is `undefined` for a new order.
 */
export function buildOrderWrites(by: Author, before: Order | undefined, row: Order, action: string): OrderWrites {
  const subject = { type: 'order', id: row.id } as const;
  const put = before ? replaceWrite('order', before, row) : insertWrite('order', row);
  return {
    order: put.row,
    writes: [put, auditWrite(by, row.organization_id, subject, action, changedMembers(before, row))],
  };
}

export function leaveUnchanged(order: Order): OrderWrites {
  return { order, writes: [] };
}
