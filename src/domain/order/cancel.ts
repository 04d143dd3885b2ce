import { recordAdjustment } from './adjust.js';
import { cancelUnits } from './cancel-units.js';
import type { AdjustmentRequest } from './distribute-adjustment.js';
import { refundableAmount } from './line-money.js';
import { type Order, unitsToShip } from './order.js';
import { amountPaid, progressOf, voidIfNothingIsLeft } from './order-payment.js';
import { assertAllowed } from './permitted.js';
import { NOT_CAPTURING, NOTHING_MOVED, ROOM_FOR_ADJUSTMENT } from './transitions.js';

export interface CancelRequest {
  /** Lines and units to cancel; absent for the whole order. */
  readonly line_items?: readonly { readonly id: string; readonly quantity: number }[] | undefined;
  readonly reason?: string | undefined;
  /** True if the buyer may read the reason. */
  readonly visible?: boolean | undefined;
}

/**
 * Cancels units that have not left the shop, or the whole order if none has left it. Paid amounts are refunded, and
 * unpaid ones are no longer owed or captured; if nothing is left of the payment, the rest of it is voided. The payment
 * handler executes refunds and voids later.
 * @throws PortalError `order_not_cancelable`, `capture_in_progress`, `limit_exceeded`, `invalid_request`
 */
export function cancel(order: Order, request: CancelRequest, adjustmentId: string, now: number): Order {
  const { line_items, ...why } = request;
  if (line_items) {
    assertAllowed(order, 'cancel', [NOT_CAPTURING, ROOM_FOR_ADJUSTMENT]);
    return ended(recordAdjustment(order, { ...why, type: 'cancellation', line_items }, adjustmentId, now), why);
  }
  assertAllowed(order, 'cancel', [NOT_CAPTURING, NOTHING_MOVED]);
  const back = recordAdjustment(order, { ...why, ...wholeOf(order) }, adjustmentId, now);
  return ended(cancelUnits(back, back.line_items.map(unitsToShip)), why);
}

/** Requests an adjustment that covers everything left: a refund or, if no paid money is left, only units. */
function wholeOf(order: Order): Pick<AdjustmentRequest, 'type' | 'line_items'> {
  if (amountPaid(order) > 0 && refundableAmount(order) > 0) return { type: 'refund' };
  const units = order.line_items.map((line) => ({ id: line.id, quantity: unitsToShip(line) }));
  return { type: 'cancellation', line_items: units.filter(({ quantity }) => quantity > 0) };
}

/** Records the reason if the whole order is now canceled. A free order counts as refunded. */
function ended(changed: Order, { reason, visible }: Pick<CancelRequest, 'reason' | 'visible'>): Order {
  const order = voidIfNothingIsLeft(changed);
  if (order.status !== 'canceled') return order;
  const isFree = progressOf(order).state === 'captured' && amountPaid(order) === 0;
  return {
    ...order,
    ...(isFree && { payment_status: 'refunded' }),
    ...(reason !== undefined && { cancel_reason: reason }),
    ...(reason !== undefined && visible && { cancel_visible: true }),
  };
}
