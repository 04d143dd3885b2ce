import { PortalError } from '../errors/portal-error.js';
import { applyPayment } from '../payment/transitions.js';
import type { Order } from './order.js';
import { amountPaid, owedAmount, progressOf, withProgress } from './order-payment.js';
import { assertAllowed } from './permitted.js';
import { MAX_RECEIVED, type ReceivedAmount } from './received-amount.js';

export interface ReceivedRequest {
  /** Minor units. Defaults to everything that is owed. */
  readonly amount?: number | undefined;
  /** The merchant's words, such as the bank's reference. */
  readonly reference?: string | undefined;
}

/**
 * Records that all or a part of a pending payment was received outside the portal. The order is paid once the amounts
 * reach what is payable.
 * @throws PortalError `order_not_payable`, `payment_exceeds_owed`, `limit_exceeded`
 */
export function markPaid(order: Order, { amount, reference }: ReceivedRequest, now: number): Order {
  assertAllowed(order, 'mark_paid');
  const { received = [] } = order.payment;
  const owed = owedAmount(order);
  if (amount !== undefined && amount > owed)
    throw new PortalError('payment_exceeds_owed', `amount: at most ${owed} (minor units) is still to be paid`);
  const isAll = amount === undefined || amount === owed;
  // The last entry is left for the rest, so that every order can be paid.
  if (!isAll && received.length >= MAX_RECEIVED - 1)
    throw new PortalError(
      'limit_exceeded',
      `amount: only all that is still to be paid, ${owed} (minor units), can be recorded`,
    );
  const added: ReceivedAmount = {
    amount: amount ?? owed,
    ...(reference !== undefined && { reference }),
    created_at: now,
  };
  const paid = applyPayment(progressOf(order), isAll ? 'pay' : 'receive', { paid: amountPaid(order) + added.amount });
  const payment = { ...order.payment, received: [...received, added] };
  return withProgress({ ...order, payment, updated_at: now }, paid);
}

/** Name of the change in the order's history. */
export function receivedAction(_before: Order, after: Order): string {
  return progressOf(after).state === 'captured' ? 'order.paid' : 'order.payment_received';
}
