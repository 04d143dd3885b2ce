import type { PaymentCapture } from '../payment/capture.js';
import { amountReceived, type PaymentProgress } from '../payment/payment.js';
import { derivePaymentStatus } from '../payment/payment-status.js';
import { applyPayment, takesNothing } from '../payment/transitions.js';
import { sum } from '../values/money.js';
import { amountRefunded, sumReductions } from './adjustment.js';
import { type Order, orderTotal } from './order.js';

/** The payment of an order (docs/payments.md, Payments and orders). Amounts are in minor units. */

/** Progress of the payment. For an order from an earlier version, it is derived from the payment status. */
export function progressOf(order: Order): PaymentProgress {
  return order.payment.progress ?? earlierProgress(order);
}

function earlierProgress(order: Order): PaymentProgress {
  if (order.payment_status === 'voided') return { state: 'voided' };
  if (order.payment_status !== 'pending') return { state: 'captured', paid: payableTotal(order) };
  return { state: owesNothing(order) ? 'voiding' : 'owed' };
}

/** Stores the progress of the payment, and derives the payment status from it and the refunds. */
export function withProgress(order: Order, progress: PaymentProgress): Order {
  return {
    ...order,
    payment: { ...order.payment, progress },
    payment_status: derivePaymentStatus(progress, amountRefunded(order)),
  };
}

/** Updates the amount that the payment counts toward the limits of an API key, if it does. */
export function withSpent(order: Order): Order {
  const { progress } = order.payment;
  if (progress?.spent === undefined) return order;
  const spent = spentOn(order, progress);
  return spent === progress.spent
    ? order
    : { ...order, payment: { ...order.payment, progress: { ...progress, spent } } };
}

function spentOn(order: Order, progress: PaymentProgress): number {
  if (takesNothing(progress.state)) return 0;
  const charged = progress.state === 'captured' ? amountReceived(progress) : payableTotal(order);
  // More than the total may be captured or refunded outside the portal.
  return Math.max(0, Math.min(charged, orderTotal(order)) - amountRefunded(order));
}

/** Amount payable or paid: the total minus the reductions made before payment or capture. */
export function payableTotal(order: Order): number {
  return orderTotal(order) - sumReductions(order);
}

/** Amount received, even if it was refunded later. */
export function amountPaid(order: Order): number {
  return amountReceived(progressOf(order));
}

/**
 * Amount of an authorized payment that can still be captured: what is payable, less captures that did not fail; 0 while
 * the final capture is pending.
 */
export function capturableAmount(order: Order): number {
  const { state, captures = [] } = progressOf(order);
  if (state !== 'authorized' || captures.some(({ status, final }) => status === 'pending' && final)) return 0;
  const taken = sum(captures.map(({ status, amount }) => (status === 'failed' ? 0 : amount)));
  // More than is payable may be captured outside the portal.
  return Math.max(0, payableTotal(order) - taken);
}

/** Amount that is still to be paid outside the portal: what is payable, less what was received; 0 if nothing is owed. */
export function owedAmount(order: Order): number {
  return progressOf(order).state === 'owed' ? Math.max(0, payableTotal(order) - amountPaid(order)) : 0;
}

/** Amount that is not paid or captured yet, and can still be. */
export function openAmount(order: Order): number {
  return owedAmount(order) + capturableAmount(order);
}

/** True if the handler has yet to confirm a capture. */
export function isCapturing(order: Order): boolean {
  return pendingCaptures(order).length > 0;
}

export function pendingCaptures(order: Order): PaymentCapture[] {
  return (progressOf(order).captures ?? []).filter(({ status }) => status === 'pending');
}

/** True if nothing has to be paid: the whole order was canceled, or reductions have used up its total. */
function owesNothing(order: Order): boolean {
  const off = sumReductions(order);
  return order.status === 'canceled' || (off > 0 && off === orderTotal(order));
}

/** True if all that is still payable was received in parts, since a change has reduced it to no more. */
function isReceived(order: Order): boolean {
  return amountPaid(order) > 0 && owedAmount(order) === 0;
}

/** True if nothing is left to capture. */
function capturesNothing(order: Order): boolean {
  return !isCapturing(order) && (order.status === 'canceled' || capturableAmount(order) === 0);
}

/** Begins to void what is left of a payment, if nothing more will be paid or captured. */
export function voidIfNothingIsLeft(order: Order): Order {
  const progress = progressOf(order);
  const isOver =
    (progress.state === 'owed' && (owesNothing(order) || isReceived(order))) ||
    (progress.state === 'authorized' && capturesNothing(order));
  return isOver ? withProgress(order, applyPayment(progress, 'begin_void')) : order;
}

/** True if the handler has yet to void the payment, or the rest of it. */
export function isVoiding(order: Order): boolean {
  return progressOf(order).state === 'voiding';
}

/** Records that the handler has voided what was left of the payment. */
export function markVoided(order: Order, now: number): Order {
  const progress = progressOf(order);
  const event = amountReceived(progress) > 0 ? 'close' : 'void';
  return withProgress({ ...order, updated_at: now }, applyPayment(progress, event));
}

/** Start of the refund, capture or void in progress; null if there is none. Milliseconds since the epoch. */
export function moneyPendingSince(order: Order): number | null {
  const pending = pendingCaptures(order)[0] ?? order.adjustments.find(({ status }) => status === 'pending');
  return pending?.created_at ?? (isVoiding(order) ? order.updated_at : null);
}
