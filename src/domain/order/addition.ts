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

/** True if the buyer has not paid the added items. Their draft may have ended meanwhile. */
export function isWaiting({ order_id }: OrderAddition): boolean {
  return order_id === undefined;
}

/** Removes added items that will not be paid any more; the history of the order still names the change. */
export function dropAddition(order: Order, checkoutId: string, now: number): Order {
  const left = withoutWaiting(order, (one) => one.checkout_id === checkoutId);
  return left === order ? order : { ...left, updated_at: now };
}

/** Removes the unpaid additions that match; all of them without a condition. */
export function withoutWaiting(order: Order, matches: (one: OrderAddition) => boolean = () => true): Order {
  const { additions = [], ...rest } = order;
  const left = additions.filter((one) => !isWaiting(one) || !matches(one));
  if (left.length === additions.length) return order;
  return { ...rest, ...(left.length > 0 && { additions: left }) };
}

/** Records the order that the buyer has paid for added items. */
export function markAdditionPaid(order: Order, checkoutId: string, orderId: string, now: number): Order {
  const additions = (order.additions ?? []).map((one) =>
    one.checkout_id === checkoutId ? { ...one, order_id: orderId } : one,
  );
  return { ...order, additions, updated_at: now };
}
