import type { Attempt, Checkout } from '../domain/checkout/checkout.js';
import { required } from '../domain/values/required.js';
import type { PaymentAttempt } from '../ports.js';
import type { CallPlace } from './handler-calls.js';

/** Returns the attempt of a checkout as handlers receive it. */
export function handlerAttempt(
  { id: checkout_id }: Pick<Checkout, 'id'>,
  { id, handler_id, amount, currency, started_at, instrument, capture }: Attempt,
): PaymentAttempt {
  return {
    id,
    handler_id,
    checkout_id,
    amount,
    currency,
    started_at,
    ...(instrument && { instrument }),
    capture: capture ? 'later' : 'now',
  };
}

/** Returns the shop of a checkout in payment, under the name that it had when the payment began. */
export function callPlace({ frozen }: Pick<Checkout, 'frozen'>): CallPlace {
  const { id, name } = required(frozen, 'the terms of a checkout in payment').shop;
  return { shop: { id, name } };
}
