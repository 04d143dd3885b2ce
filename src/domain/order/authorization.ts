import { EXPIRY_NOTICE_MS } from '../payment/payment.js';
import { applyPayment } from '../payment/transitions.js';
import type { Order } from './order.js';
import { amountPaid, progressOf, withProgress } from './order-payment.js';

/** Changes of an order's authorized payment that the payment handler reports. */

/** True while there is time to try a renewal again to which the handler did not respond, before the merchant is warned. */
export function awaitsRenewal(authorized_until: number, now: number): boolean {
  return now < authorized_until - EXPIRY_NOTICE_MS / 2;
}

/** Records that the merchant was warned of the end of the authorization. */
export function warnOfExpiry(order: Order, now: number): Order {
  return withProgress({ ...order, updated_at: now }, { ...progressOf(order), warned: true });
}

/** Moves the end of the authorization. */
export function extendAuthorization(order: Order, authorized_until: number, now: number): Order {
  const { warned, ...progress } = progressOf(order);
  return withProgress({ ...order, updated_at: now }, applyPayment(progress, 'authorize', { authorized_until }));
}

/**
 * Ends the authorization: what was not captured is lost. The rule of a hold ends as well, also if a part was captured, so
 * that it does not release goods that nobody will pay for.
 */
export function endAuthorization({ hold_rule: _ended, ...order }: Order, now: number): Order {
  const event = amountPaid(order) > 0 ? 'close' : 'lapse';
  return withProgress({ ...order, updated_at: now }, applyPayment(progressOf(order), event));
}
