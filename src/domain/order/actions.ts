import { endHold } from './end-hold.js';
import { makeHoldRule, type ReleaseWhen } from './hold-rule.js';
import type { Order } from './order.js';
import { assertAllowed } from './permitted.js';

/** Reason and visibility of a hold. */
export interface HoldRequest {
  readonly reason?: string | undefined;
  /** True if the buyer may read the reason. */
  readonly visible?: boolean | undefined;
  /** Note that only the merchant can read. */
  readonly note?: string | undefined;
  /** Ends the hold by a rule instead of `release`. */
  readonly release_when?: ReleaseWhen | undefined;
}

/**
 * Pauses fulfillment until the order is released.
 * @throws PortalError `order_already_on_hold`, `order_not_holdable`, and those of `makeHoldRule`
 */
export function hold(order: Order, { reason, visible, note, release_when }: HoldRequest, now: number): Order {
  assertAllowed(order, 'hold');
  return {
    ...order,
    status: 'on_hold',
    ...(reason !== undefined && { hold_reason: reason }),
    ...(reason !== undefined && visible && { hold_visible: true }),
    ...(note !== undefined && { hold_note: note }),
    ...(release_when && { hold_rule: makeHoldRule(order, release_when, now) }),
    updated_at: now,
  };
}

/**
 * Restores a held order's previous status.
 * @throws PortalError `order_not_on_hold`, `hold_has_rule`
 */
export function release(order: Order, now: number): Order {
  assertAllowed(order, 'release');
  return endHold(order, now);
}
