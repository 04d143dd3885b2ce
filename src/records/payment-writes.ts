import { type Order, orderTotal } from '../domain/order/order.js';
import { changePayment, newPayment, type Payment } from '../domain/payment/payment.js';
import { type Rows, replaceWrite, type Write } from '../ports.js';

/** Builds the write that keeps a payment equal to its order's copy of the progress; none if the progress did not change. */
export function buildPaymentWrites(rows: Rows, before: Order, after: Order, now: number): Write[] {
  const { progress } = after.payment;
  const payment = progress && progress !== before.payment.progress ? paymentOfOrder(rows, after) : undefined;
  return payment ? copyProgress(payment, after, now) : [];
}

/** Builds the write of a payment with its order's copy of the progress. The payment may be new. */
export function copyProgress(payment: Payment, { id: order_id, payment: { progress } }: Order, now: number): Write[] {
  if (!progress) return [];
  return [replaceWrite('payment', payment, changePayment(payment, { order_id, progress }, now))];
}

/** Finds the payment of an order. One from an earlier version is created, and inserted by the next write. */
function paymentOfOrder(rows: Rows, order: Order): Payment | undefined {
  const { attempt_id: id, handler_id } = order.payment;
  if (id === undefined || handler_id === undefined) return undefined;
  const { currency, created_at: started_at, shop_id, organization_id } = order;
  const attempt = { id, handler_id, amount: orderTotal(order), currency, started_at };
  const shop = { id: shop_id, organization_id };
  return rows.get('payment', id) ?? newPayment({ id: order.checkout_id }, attempt, shop);
}
