import { isDeepStrictEqual } from 'node:util';
import type { Attempt } from '../domain/checkout/checkout.js';
import type { PaymentOutcome } from '../ports.js';

/** Outcome of a payment that is still open. */
export type OpenOutcome = Extract<PaymentOutcome, { readonly state: 'action_required' | 'pending' }>;

export function isOpenOutcome(outcome: PaymentOutcome): outcome is OpenOutcome {
  return outcome.state === 'action_required' || outcome.state === 'pending';
}

/**
 * Returns the attempt with the buyer's work for which the payment waits, and the time until which it may stay open; the
 * same object if these did not change. `pending` after an action means that the buyer has done it.
 */
export function openAttempt(before: Attempt, outcome: OpenOutcome): Attempt {
  const after = withOutcome(before, outcome);
  return isDeepStrictEqual(before, after) ? before : after;
}

function withOutcome({ action, ...attempt }: Attempt, outcome: OpenOutcome): Attempt {
  if (outcome.state === 'action_required')
    return { ...attempt, action: { ...outcome.action, expires_at: outcome.expires_at } };
  const open_until = outcome.until ?? action?.expires_at;
  return { ...attempt, ...(open_until !== undefined && { open_until }) };
}
