import type { PaymentHandler } from '../../../src/ports.js';
import { askedInvoice } from '../../support/asked-invoice.js';
import { turns } from '../../support/turns.js';

/** A payment handler that approves or declines during the call. It replaces `invoice`. */
export interface Till extends PaymentHandler {
  /** Charged amounts in minor units, one per authorized attempt. */
  readonly charged: readonly number[];
  /** Number of upcoming attempts to decline. */
  declines: number;
}

export function till(): Till {
  const charged: number[] = [];
  return {
    ...askedInvoice,
    charged,
    declines: 0,
    async authorize({ amount }) {
      this.declines -= 1;
      const declined = this.declines >= 0;
      // Gives concurrent calls time to find the payment in flight.
      await turns(30);
      if (declined) return { state: 'declined', reason: 'no money' };
      charged.push(amount);
      return { state: 'authorized', payment_status: 'paid' };
    },
    status: async () => ({ state: 'unknown' }),
  };
}
