import type { Order } from '../domain/order/order.js';
import { withSpent } from '../domain/order/order-payment.js';
import type { Payment } from '../domain/payment/payment.js';
import { insertWrite, type Rows, replaceWrite, type Write } from '../ports.js';
import { changedMembers } from '../view/order-changes.js';
import { buildDraftWrites } from './addition-writes.js';
import { type Author, auditWrite } from './audit.js';
import { buildPaymentWrites, copyProgress } from './payment-writes.js';

/** An order after a decision, and the writes that store it. */
export interface OrderWrites {
  readonly order: Order;
  readonly writes: readonly Write[];
}

/**
 * Builds the writes of a changed order, of the audit event that names its changes, of its payment if that changed, and of
 * the drafts of added items.
 */
export function buildOrderWrites(rows: Rows, by: Author, before: Order, changed: Order, action: string): OrderWrites {
  const row = withSpent(changed);
  const put = replaceWrite('order', before, row);
  return {
    order: put.row,
    writes: [
      put,
      orderAudit(by, before, row, action),
      ...buildPaymentWrites(rows, before, row, by.now),
      ...buildDraftWrites(rows, by, before, row),
    ],
  };
}

/** Builds the writes of a new order, of its audit event, and of its payment, which may be new too. */
export function buildPlacedWrites(by: Author, placed: Order, payment: Payment | undefined): Write[] {
  const row = withSpent(placed);
  const put = insertWrite('order', row);
  return [put, orderAudit(by, undefined, row, 'order.placed'), ...(payment ? copyProgress(payment, row, by.now) : [])];
}

function orderAudit(by: Author, before: Order | undefined, row: Order, action: string): Write {
  return auditWrite(by, row.organization_id, { type: 'order', id: row.id }, action, changedMembers(before, row));
}

export function leaveUnchanged(order: Order): OrderWrites {
  return { order, writes: [] };
}
