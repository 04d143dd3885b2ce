import type { Order } from '../domain/order/order.js';
import { isMoneyMoving } from '../domain/order/provider-report.js';
import { changePayment, type Payment, postponePayment } from '../domain/payment/payment.js';
import { required } from '../domain/values/required.js';
import { type PaymentAttempt, type Rows, replaceWrite, type Write } from '../ports.js';
import type { CallPlace } from './handler-calls.js';
import type { Resolver } from './resolve-payment.js';

/** Reads and writes that all work on due payments shares (resolve-due-payment.ts). */

/** Shortest wait before the handler is asked again about a payment whose money is moving, in milliseconds. */
export const ASK_AGAIN_MS = 15 * 60 * 1000;

/** Returns the attempt of a payment as handlers receive it. `order`: the order that was placed with it. */
export function paymentAttempt(payment: Payment, order?: Order): PaymentAttempt {
  const { id, handler_id, checkout_id, amount, currency, created_at: started_at, progress } = payment;
  const instrument = order?.payment.instrument;
  return {
    ...{ id, handler_id, checkout_id, amount, currency, started_at },
    ...(instrument && { instrument }),
    capture: progress.authorized_until === undefined ? 'now' : 'later',
  };
}

/** Returns the account and the shop of a payment, for handler calls. */
export function paymentPlace(
  rows: Rows,
  { account = 'portal', shop_id }: Pick<Payment, 'account' | 'shop_id'>,
): CallPlace {
  const { id, name } = required(rows.get('shop', shop_id), 'shop');
  return { account, shop: { id, name } };
}

/** Builds the write after which the handler is not asked about a payment, or later if money of the order is moving. */
export function askedWrite(payment: Payment, now: number, order?: Order): Write {
  const ask_at = order && isMoneyMoving(order) ? now + ASK_AGAIN_MS : undefined;
  return replaceWrite('payment', payment, changePayment(payment, { ask_at }, now));
}

/** Has the handler asked again later, because it did not respond. */
export function askLater(by: Resolver, { id, version }: Pick<Payment, 'id' | 'version'>): Promise<void> {
  return by.step((rows) => {
    const payment = rows.get('payment', id);
    // An event that arrived meanwhile has the handler asked at once.
    const isCurrent = payment?.version === version;
    const writes = isCurrent ? [replaceWrite('payment', payment, postponePayment(payment, by.now))] : [];
    return { writes, result: undefined };
  });
}
