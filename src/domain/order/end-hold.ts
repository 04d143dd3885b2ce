import { hasMoved, type Order } from './order.js';

/** Removes everything that only a held order has. */
export function withoutHold(order: Order): Order {
  const { hold_reason, hold_visible, hold_note, hold_rule, ...rest } = order;
  return rest;
}

/** Restores the status that a held order had before. */
export function endHold(order: Order, now: number): Order {
  return { ...withoutHold(order), status: hasMoved(order) ? 'partially_fulfilled' : 'processing', updated_at: now };
}
