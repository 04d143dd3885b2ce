import { invoice } from '../../../src/payments/handlers/invoice.js';
import type { PaymentHandler } from '../../../src/ports.js';
import { turns } from '../../support/turns.js';

/** A payment handler that answers by itself, soon enough to be waited for. It stands in for `invoice`. */
export interface Till extends PaymentHandler {
  /** Charged amounts in minor units, one per attempt. */
  readonly charged: readonly number[];
  /** Number of next attempts that are declined. */
  declines: number;
}

export function till(): Till {
  const charged: number[] = [];
  return {
    ...invoice,
    charged,
    declines: 0,
    async authorize({ amount }) {
      this.declines -= 1;
      const declined = this.declines >= 0;
      // Concurrent calls must all find the payment in flight.
      await turns(30);
      if (declined) return { state: 'declined', reason: 'no money' };
      charged.push(amount);
      return { state: 'authorized', payment_status: 'paid' };
    },
    status: async () => ({ state: 'unknown' }),
  };
}
