import type { PaymentAttempt, PaymentHandler, PaymentOutcome } from '../../../src/ports.js';
import { askedInvoice } from '../../support/asked-invoice.js';
import { turns } from '../../support/turns.js';

/** A payment provider with varying response times. */
export interface RaceProvider extends PaymentHandler {
  /** Ids of the attempts that were charged and not voided. */
  readonly charged: ReadonlySet<string>;
  readonly voided: ReadonlySet<string>;
}

/** Creates a provider that replaces `invoice`. It declines every `declineEvery`-th attempt, or none if that is 0. */
export function raceProvider(declineEvery: number): RaceProvider {
  const charged = new Set<string>();
  const voided = new Set<string>();
  const declined = new Set<string>();
  let asked = 0;
  const known = ({ id }: PaymentAttempt): PaymentOutcome => {
    if (charged.has(id)) return { state: 'authorized', payment_status: 'paid' };
    return declined.has(id) || voided.has(id) ? { state: 'declined', reason: 'it said no' } : { state: 'unknown' };
  };
  return {
    ...askedInvoice,
    charged,
    voided,
    async authorize(attempt) {
      asked += 1;
      const declines = declineEvery > 0 && asked % declineEvery === 0;
      // 17 and 67 have no common divisor, so every duration occurs.
      await turns((asked * 17) % 67);
      if (!voided.has(attempt.id)) (declines ? declined : charged).add(attempt.id);
      return known(attempt);
    },
    status: async (attempt) => known(attempt),
    async void({ id }) {
      // In some rounds this wait is long enough for an authorization in flight to end first.
      await turns(asked % 30);
      voided.add(id);
      charged.delete(id);
    },
  };
}
