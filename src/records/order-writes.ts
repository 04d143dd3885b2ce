import type { Order } from '../domain/order/order.js';
import { withSpent } from '../domain/order/order-payment.js';
import { insertWrite, type Rows, replaceWrite, type Write } from '../ports.js';
import { changedMembers } from '../view/order-changes.js';
import { buildDraftWrites } from './addition-writes.js';
import { type Author, auditWrite } from './audit.js';
import { buildPaymentWrites } from './payment-writes.js';

/** An order after a decision, and the writes that store it. */
export interface OrderWrites {
  readonly order: Order;
  readonly writes: readonly Write[];
}

/**
 * Builds the writes of an order, of the audit event that names its changes, of its payment if that changed, and of the
 * drafts of added items. `before` is `undefined` for a new order.
 */
export function buildOrderWrites(
  rows: Rows,
  by: Author,
  before: Order | undefined,
  changed: Order,
  action: string,
): OrderWrites {
  const row = withSpent(changed);
  const subject = { type: 'order', id: row.id } as const;
  const put = before ? replaceWrite('order', before, row) : insertWrite('order', row);
  return {
    order: put.row,
    writes: [
      put,
      auditWrite(by, row.organization_id, subject, action, changedMembers(before, row)),
      ...buildPaymentWrites(rows, before, row, by.now),
      ...(before ? buildDraftWrites(rows, by, before, row) : []),
    ],
  };
}

export function leaveUnchanged(order: Order): OrderWrites {
  return { order, writes: [] };
}
