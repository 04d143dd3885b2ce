import type { Credential, PaymentHandler } from '../../src/ports.js';
import { askedInvoice } from './asked-invoice.js';

/** A payment handler that accepts card numbers, and records each credential it receives. */
export interface CardHandler extends PaymentHandler {
  readonly given: (Credential | undefined)[];
}

export const CARD_HANDLER_ID = 'own_terminal';

/** Accepts any payment with a card number, and not only in demo shops. */
export function cardHandler(): CardHandler {
  return {
    ...askedInvoice,
    description: { ...askedInvoice.description, id: CARD_HANDLER_ID, name: 'Own terminal' },
    given: [],
    needsInstrument: true,
    acceptsCardNumbers: true,
    refuseCredential: (credential) => (credential?.number === undefined ? 'send a number' : undefined),
    async authorize(_attempt, credential) {
      this.given.push(credential);
      return { state: 'authorized', payment_status: 'paid' };
    },
    status: async () => ({ state: 'unknown' }),
  };
}
