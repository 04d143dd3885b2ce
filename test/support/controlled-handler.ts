import type { PaymentAttempt, PaymentHandler, PaymentOutcome } from '../../src/ports.js';
import { askedInvoice } from './asked-invoice.js';

/** A payment handler that responds when and as the test decides, and records the calls that it receives. */
export interface ControlledHandler extends PaymentHandler {
  readonly calls: string[];
  /** Result of `status`. */
  known: PaymentOutcome;
  /** Resolves the waiting or next authorization with an outcome, or rejects it with an error. */
  answer(outcome: PaymentOutcome | Error): void;
  /** Resolves when an authorization has arrived. */
  readonly asked: Promise<PaymentAttempt>;
}

export const PAID: PaymentOutcome = { state: 'authorized', payment_status: 'paid' };

/** This handler replaces `invoice`, which the demo shop accepts without a credential. */
export function controlledHandler(): ControlledHandler {
  let settle: (outcome: PaymentOutcome | Error) => void = () => undefined;
  const outcome = new Promise<PaymentOutcome | Error>((resolve) => {
    settle = resolve;
  });
  let arrived: (attempt: PaymentAttempt) => void = () => undefined;
  const asked = new Promise<PaymentAttempt>((resolve) => {
    arrived = resolve;
  });
  return {
    ...askedInvoice,
    calls: [],
    known: { state: 'unknown' },
    asked,
    answer: (given) => settle(given),
    async authorize(attempt) {
      this.calls.push(`authorize ${attempt.amount}`);
      arrived(attempt);
      const given = await outcome;
      if (given instanceof Error) throw given;
      return given;
    },
    async status() {
      return this.known;
    },
    async void() {
      this.calls.push('void');
    },
  };
}
