import { assess } from '../../../src/domain/checkout/status.js';
import { resolveAdjustment } from '../../../src/domain/order/adjust.js';
import { markVoided } from '../../../src/domain/order/cancel.js';
import { isVoiding, type Order, type PaymentStatus } from '../../../src/domain/order/order.js';
import { placeOrder } from '../../../src/domain/order/place-order.js';
import { type CartParts, cart, NOW } from '../fixtures.js';

/** Prices a cart and places its order as the program does. The order is frozen. */
export function placed(parts: CartParts, payment_status: PaymentStatus = 'paid'): Order {
  const made = cart(parts);
  const attempt = { id: 'pay', handler_id: 'invoice', amount: 0, currency: 'USD', started_at: NOW };
  const assessment = assess({ ...made, checkout: { ...made.checkout, attempt } });
  return frozen(placeOrder(assessment, { id: 'ord', display_id: '1001', payment_status }, NOW));
}

/** Freezes a value deeply, so that mutating it throws. */
export function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const member of Object.values(value)) frozen(member);
  return Object.freeze(value);
}

/** Returns the order after the payment handler has confirmed every open refund and void. */
export function settled(order: Order): Order {
  const told = isVoiding(order) ? markVoided(order, NOW) : order;
  return told.adjustments
    .filter(({ status }) => status === 'pending')
    .reduce((current, { id }) => resolveAdjustment(current, id, { state: 'completed' }, NOW), told);
}
