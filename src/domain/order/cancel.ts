import { refundRest } from './adjust.js';
import { type Order, orderTotal } from './order.js';
import { refundable } from './paid.js';
import { assertAllowed } from './permitted.js';

/**
 * Cancels an order from which nothing has left the shop: what was paid is given back, and a payment that is still due
 * is voided; both are resolved with the payment handler afterwards.
 * @throws PortalError `order_not_cancelable`
 */
export function cancel(order: Order, reason: string | undefined, adjustmentId: string, now: number): Order {
  assertAllowed(order, 'cancel');
  const { hold_reason, ...rest } = withMoneyBack(order, reason, adjustmentId, now);
  return { ...rest, status: 'canceled', ...(reason !== undefined && { cancel_reason: reason }), updated_at: now };
}

function withMoneyBack(order: Order, reason: string | undefined, adjustmentId: string, now: number): Order {
  if (order.payment_status === 'pending' || order.payment_status === 'voided') return order;
  if (refundable(order) > 0) return refundRest(order, reason, adjustmentId, now);
  // Nothing was to be paid, so nothing is owed.
  return orderTotal(order) === 0 ? { ...order, payment_status: 'refunded' } : order;
}

/** The payment of a canceled order is void: nothing will be charged. */
export function voided(order: Order, now: number): Order {
  return { ...order, payment_status: 'voided', updated_at: now };
}
