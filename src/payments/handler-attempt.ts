import type { Attempt, Checkout } from '../domain/checkout/checkout.js';
import { required } from '../domain/values/required.js';
import type { PaymentAttempt } from '../ports.js';
import type { CallPlace } from './handler-calls.js';
import { ABANDON_AFTER_MS } from './waits.js';

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

/** Returns the time until which an attempt may stay open. */
export function deadlineOf({ action, open_until, started_at }: Attempt): number {
  return action?.expires_at ?? open_until ?? started_at + ABANDON_AFTER_MS;
}

/** Returns the account and the shop of a checkout in payment, under the name that it had when the payment began. */
export function callPlace({ attempt, frozen }: Pick<Checkout, 'attempt' | 'frozen'>): CallPlace {
  const { id, name } = required(frozen, 'the terms of a checkout in payment').shop;
  return { account: attempt?.account ?? 'portal', shop: { id, name } };
}
