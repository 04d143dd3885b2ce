import { PortalError } from '../errors/portal-error.js';
import type { Order } from './order.js';
import type { OrderAddition } from './order-addition.js';

/** Limits the size of an order, since it is read and written as a whole. */
export const MAX_ADDITIONS = 20;

const OPEN = ['processing', 'on_hold', 'partially_fulfilled'] as const;

/**
 * Records items that the buyer has yet to pay. The order itself stays as it was placed.
 * @throws PortalError `order_not_fulfillable`, `limit_exceeded`
 */
export function recordAddition(order: Order, addition: OrderAddition): Order {
  const { status, additions = [] } = order;
  if (!OPEN.some((one) => one === status))
    throw new PortalError(
      'order_not_fulfillable',
      `The order is ${status}; items can be added in status ${OPEN.join(' or ')}. Draft a new order instead.`,
    );
  if (additions.length >= MAX_ADDITIONS)
    throw new PortalError('limit_exceeded', `Items can be added to an order ${MAX_ADDITIONS} times.`);
  return { ...order, additions: [...additions, addition], updated_at: addition.created_at };
}

/** Records the order that the buyer has paid for added items. */
export function markAdditionPaid(order: Order, checkoutId: string, orderId: string, now: number): Order {
  const additions = (order.additions ?? []).map((one) =>
    one.checkout_id === checkoutId ? { ...one, order_id: orderId } : one,
  );
  return { ...order, additions, updated_at: now };
}
