import { expect } from 'vitest';
import type { Purchase } from '../../actors/purchase.js';

/** A cart after a race, with the outcome of each call as a short text. */
export interface End {
  readonly cart: Purchase;
  /** Outcome of `complete_checkout`. */
  readonly paid: string;
  /** Outcome of the other call. */
  readonly other?: string;
}

/** Allowed outcomes of the calls for each final state of the cart. */
export type Ends = Readonly<Record<string, readonly (readonly [paid: string, other?: string])[]>>;

/** Allowed outcomes if a checkout is canceled and completed concurrently. */
export const CANCEL_ENDS: Ends = {
  completed: [['200 completed', '409 checkout_closed']],
  canceled: [
    ['409 checkout_closed', '200 canceled'],
    ['402 payment_failed', '200 canceled'],
    // The payment had started before the cancel, and was voided.
    ['200 complete_in_progress', '200 canceled'],
    ['200 canceled', '200 canceled'],
  ],
};

/** Allowed outcomes if a checkout expires while it is completed. */
export const EXPIRY_ENDS: Ends = {
  completed: [['200 completed']],
  'canceled checkout_expired': [['409 checkout_closed'], ['402 payment_failed']],
  // A payment still open after 6 hours is voided, and the cart opens again.
  'ready_for_complete payment_failed': [
    ['200 complete_in_progress'],
    ['200 ready_for_complete'],
    ['402 payment_failed'],
  ],
  ready_for_complete: [['402 payment_failed']],
};

export async function expectOneOf(ends: Ends, { cart: { by, checkout_id }, paid, other }: End): Promise<void> {
  const { data } = await by.ok('get_checkout', { checkout_id });
  const state = [data.status, ...data.messages.map(({ code }: { code: string }) => code)].join(' ');
  expect(Object.keys(ends)).toContain(state);
  expect(ends[state]).toContainEqual(other === undefined ? [paid] : [paid, other]);
  expect('order' in data).toBe(state === 'completed');
}
