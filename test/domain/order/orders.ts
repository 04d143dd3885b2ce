import { assess } from '../../../src/domain/checkout/status.js';
import { resolveAdjustment } from '../../../src/domain/order/adjust.js';
import { resolveCapture } from '../../../src/domain/order/capture.js';
import { type Order, orderTotal } from '../../../src/domain/order/order.js';
import { isVoiding, markVoided, pendingCaptures, withProgress } from '../../../src/domain/order/order-payment.js';
import { placeOrder } from '../../../src/domain/order/place-order.js';
import type { PaymentProgress } from '../../../src/domain/payment/payment.js';
import { type CartParts, cart, NOW } from '../fixtures.js';

/** Prices a cart and places its order as the program does. The order is frozen. */
export function placed(parts: CartParts, payment: 'paid' | 'pending' = 'paid'): Order {
  const made = cart(parts);
  const attempt = { id: 'pay', handler_id: 'invoice', amount: 0, currency: 'USD', started_at: NOW };
  const assessment = assess({ ...made, checkout: { ...made.checkout, attempt } });
  const order = placeOrder(assessment, { id: 'ord', display_id: '1001' }, NOW);
  const paid = { state: 'captured', paid: orderTotal(order) } as const;
  return frozen(withProgress(order, payment === 'paid' ? paid : { state: 'owed' }));
}

/** Progress of a payment that was authorized for a week. */
export const AUTHORIZED: PaymentProgress = {
  state: 'authorized',
  authorized_until: NOW + 7 * 24 * 60 * 60 * 1000,
  parts: 'many',
  policy: 'on_shipment',
};

/** An order whose payment is authorized. */
export function authorized(parts: CartParts, change: Partial<PaymentProgress> = {}): Order {
  return frozen(withProgress(placed(parts), { ...AUTHORIZED, ...change }));
}

/** Freezes a value deeply, so that mutating it throws. */
export function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const member of Object.values(value)) frozen(member);
  return Object.freeze(value);
}

/** Returns the order after the payment handler has confirmed every open capture, void and refund. */
export function settled(order: Order): Order {
  const captured = pendingCaptures(order).reduce(
    (current, { id }) => resolveCapture(current, id, { state: 'completed' }, NOW),
    order,
  );
  const told = isVoiding(captured) ? markVoided(captured, NOW) : captured;
  return told.adjustments
    .filter(({ status }) => status === 'pending')
    .reduce((current, { id }) => resolveAdjustment(current, id, { state: 'completed' }, NOW), told);
}

/** Returns the order without the copy of its payment, as earlier versions stored it. */
export function earlier({ payment: { progress, ...payment }, ...order }: Order): Order {
  return { ...order, payment };
}
