import type { Checkout } from '../domain/checkout/checkout.js';
import { changePayment, newPayment, type Payment } from '../domain/payment/payment.js';
import { applyPayment, type PaymentEvent } from '../domain/payment/transitions.js';
import { required } from '../domain/values/required.js';
import { type RowPut, type Rows, replaceWrite, type Write } from '../ports.js';
import type { Author } from './audit.js';

/** Finds the payment of a checkout. One that an earlier version began is created, and inserted by the next write. */
export function findPayment(rows: Rows, checkout: Checkout): Payment {
  const attempt = required(checkout.attempt, 'the attempt of a checkout in payment');
  const shop = required(checkout.frozen, 'the terms of a checkout in payment').shop;
  return rows.get('payment', attempt.id) ?? newPayment(checkout, attempt, shop);
}

/** Builds the write that applies an event to the payment of a checkout. */
export function paymentWrite(rows: Rows, { now }: Pick<Author, 'now'>, checkout: Checkout, event: PaymentEvent): Write {
  const payment = findPayment(rows, checkout);
  const progress = applyPayment(payment.progress, event);
  // A payment may have succeeded just before it was voided, which only its provider knows.
  const asked = event === 'void' ? { ask_at: now } : {};
  return replaceWrite('payment', payment, changePayment(payment, { progress, ...asked }, now));
}

/**
 * Marks the attempt of a checkout in payment as being voided, so that a late authorization cannot become an order. The
 * portal voids it at the handler later.
 */
export function beginVoid(
  rows: Rows,
  by: Pick<Author, 'now'>,
  checkout: Checkout,
  voiding: 'cancel' | 'reopen',
): { readonly put: RowPut<'checkout'>; readonly writes: readonly Write[] } {
  const attempt = required(checkout.attempt, 'the attempt of a checkout in payment');
  const put = replaceWrite('checkout', checkout, { ...checkout, attempt: { ...attempt, voiding } });
  return { put, writes: attempt.voiding ? [put] : [put, paymentWrite(rows, by, checkout, 'begin_void')] };
}
