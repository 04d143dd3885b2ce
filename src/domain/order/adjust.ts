import { PortalError } from '../errors/portal-error.js';
import { sum } from '../values/money.js';
import type { Adjustment, AdjustmentOutcome, RequestedType } from './adjustment.js';
import { cancelUnits } from './cancel-units.js';
import { type AdjustmentRequest, distributeAdjustment } from './distribute-adjustment.js';
import type { Order } from './order.js';
import { openAmount, progressOf, voidIfNothingIsLeft, withProgress } from './order-payment.js';
import { assertAllowed } from './permitted.js';

/** A refund or return, as callers request it. Cancellations have a separate request. */
export interface RequestedAdjustment extends AdjustmentRequest {
  readonly type: RequestedType;
}

/** Finds the first invalid member and its problem. Checks only rules that do not depend on the order. */
export function findRequestProblem({
  type,
  line_items,
  amount,
}: Pick<AdjustmentRequest, 'type' | 'line_items' | 'amount'>): readonly [string, string] | undefined {
  if (type === 'return' && !line_items) return ['line_items', 'is required for a return'];
  if (type === 'refund' && amount === 0) return ['amount', 'must be at least 1 for a refund'];
  return undefined;
}

/**
 * Records a refund or a return. Its amount is pending until the payment handler confirms it (docs/orders.md, Refunds).
 * What was not paid or captured yet is not paid or captured instead, and only the rest is refunded.
 * @throws PortalError `order_not_payable`, `adjustment_exceeds_paid`, `capture_in_progress`, `limit_exceeded`,
 * `invalid_request`
 */
export function adjust(order: Order, request: RequestedAdjustment, id: string, now: number): Order {
  const [member, text] = findRequestProblem(request) ?? [];
  if (member !== undefined) throw new PortalError('invalid_request', `${member}: ${text}`);
  assertAllowed(order, request.type);
  return voidIfNothingIsLeft(recordAdjustment(order, request, id, now));
}

/**
 * Adds an adjustment without checking the transition table.
 * @throws PortalError `adjustment_exceeds_paid`, `invalid_request`
 */
export function recordAdjustment(order: Order, request: AdjustmentRequest, id: string, now: number): Order {
  const { type, reason } = request;
  const parts = distributeAdjustment(order, request);
  const line_items = parts.map(({ index, newlyCanceled, ...line }) => line);
  const amount = sum(line_items.map((line) => line.amount));
  const reduced = Math.min(amount, openAmount(order));
  const unpaid = amount > 0 && reduced === amount;
  const base = {
    id,
    type,
    line_items,
    amount,
    created_at: now,
    ...(request.amount !== undefined && { named: true as const }),
    ...(unpaid && { unpaid }),
    ...(reduced > 0 && !unpaid && { uncaptured: reduced }),
    ...(reason !== undefined && { reason }),
    ...(request.visible && { visible: true as const }),
  };
  // No money moves if the amount is 0 or not received yet, so the adjustment is immediately complete.
  const adjustment: Adjustment =
    amount === 0 || unpaid ? { ...base, status: 'completed', settled_at: now } : { ...base, status: 'pending' };
  const units = order.line_items.map((_line, index) => parts.find((part) => part.index === index)?.newlyCanceled ?? 0);
  return cancelUnits({ ...order, adjustments: [...order.adjustments, adjustment], updated_at: now }, units);
}

/** Records the outcome of a refund; the payment status follows from the total refunded. */
export function resolveAdjustment(order: Order, id: string, outcome: AdjustmentOutcome, now: number): Order {
  const adjustments = order.adjustments.map((one): Adjustment => {
    if (one.id !== id || one.status !== 'pending') return one;
    return outcome.state === 'completed'
      ? { ...one, status: 'completed', settled_at: now }
      : { ...one, status: 'failed', failure: outcome.reason, settled_at: now };
  });
  return withProgress({ ...order, adjustments, updated_at: now }, progressOf(order));
}
