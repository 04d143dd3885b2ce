import { awaitsRenewal, extendAuthorization, warnOfExpiry } from '../domain/order/authorization.js';
import type { Order } from '../domain/order/order.js';
import { isCapturing, progressOf } from '../domain/order/order-payment.js';
import { authorizationDueAt, type Payment } from '../domain/payment/payment.js';
import type { RenewalOutcome } from '../ports.js';
import { buildOrderWrites, leaveUnchanged, type OrderWrites } from '../records/order-writes.js';
import { applyReport } from './apply-report.js';
import { paymentAttempt } from './due-payment.js';
import { readOrderOfShop, writeResolution } from './resolve-money.js';
import type { Resolver } from './resolve-payment.js';

/**
 * Looks at an authorization that ends soon or has ended. Before the end, it is renewed if the handler can, else the
 * merchant is warned once. A handler that does not respond is asked again while there is time. After the end, the
 * handler is asked what became of the payment.
 */
export async function resolveAuthorization(by: Resolver, payment: Payment): Promise<void> {
  const { state, authorized_until } = payment.progress;
  if (state !== 'authorized' || authorized_until === undefined) return;
  if (by.now >= authorized_until) await applyReport(by, payment.id);
  else await renewOrWarn(by, payment, authorized_until);
}

async function renewOrWarn(by: Resolver, payment: Payment, authorized_until: number): Promise<void> {
  const found = await by.read((rows) => readOrderOfShop(rows, payment.order_id ?? ''));
  if (!found) return;
  const { order, place } = found;
  const renewal = await by.gateway.renew(paymentAttempt(payment, order), place);
  if (!renewal && awaitsRenewal(authorized_until, by.now)) return;
  await writeResolution(by, order.id, (rows, current): OrderWrites => {
    const progress = progressOf(current);
    const isSame = progress.state === 'authorized' && progress.authorized_until === authorized_until;
    if (!isSame || isCapturing(current)) return leaveUnchanged(current);
    return buildOrderWrites(rows, by, current, ...applyRenewal(current, renewal, by.now));
  });
}

/** Returns the order after a renewal, and its action in the history. */
function applyRenewal(order: Order, renewal: RenewalOutcome | undefined, now: number): [order: Order, action: string] {
  const after = renewal?.state === 'renewed' ? extendAuthorization(order, renewal.authorized_until, now) : order;
  // One that ends soon nevertheless would be renewed again and again.
  const endsSoon = (authorizationDueAt(progressOf(after)) ?? now) <= now;
  return endsSoon ? [warnOfExpiry(after, now), 'order.authorization_expiring'] : [after, 'order.authorization_renewed'];
}
