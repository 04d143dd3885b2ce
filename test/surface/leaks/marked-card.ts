import type { PaymentHandler, PaymentOutcome, RefundOutcome } from '../../../src/ports.js';

/** A scripted card handler that accepts card numbers; its texts never repeat its input. */
export interface MarkedCard extends PaymentHandler {
  /** Result of the next authorization. Later authorizations succeed. */
  next: PaymentOutcome | 'throws' | undefined;
  /** Result of a status request. */
  known: PaymentOutcome | 'throws';
  voids: 'works' | 'throws';
  /** Result of a refund. */
  refunds: RefundOutcome | 'throws';
  /** Reason for which credentials are rejected; undefined if they are accepted. */
  refusal: string | undefined;
  /** Credentials received so far. */
  readonly seen: unknown[];
}

export const HANDLER_ID = 'marked_card';

function outcomeOf(told: PaymentOutcome | 'throws'): PaymentOutcome {
  if (told === 'throws') throw new Error('the provider answered 502', { cause: new Error('no route to the bank') });
  return told;
}

export function markedCard(): MarkedCard {
  return {
    description: {
      id: HANDLER_ID,
      name: 'Marked card',
      version: '2026-04-08',
      spec: '/docs#payment',
      config: {},
      config_schema: '/payment-handlers/marked_card/config.schema.json',
      instrument_schemas: [],
    },
    schemas: {},
    form: {
      fields: [{ name: 'token', label: 'Token', required: true }],
      instrument: ({ token }) => ({ type: 'card', credential: { type: 'token', token } }),
    },
    needsInstrument: true,
    demoOnly: false,
    acceptsCardNumbers: true,
    next: undefined,
    known: { state: 'declined', reason: 'the bank refused it' },
    voids: 'works',
    refunds: { state: 'completed' },
    refusal: undefined,
    seen: [],
    refuseCredential() {
      return this.refusal;
    },
    async authorize(_attempt, credential) {
      this.seen.push(credential);
      const told = this.next ?? { state: 'authorized', payment_status: 'paid' };
      this.next = undefined;
      return outcomeOf(told);
    },
    async status() {
      return outcomeOf(this.known);
    },
    async void() {
      if (this.voids === 'throws') throw new Error('the provider answered 503');
    },
    async refund() {
      if (this.refunds === 'throws') throw new Error('the provider answered 502');
      return this.refunds;
    },
  };
}
