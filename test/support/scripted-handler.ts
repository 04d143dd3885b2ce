import type { PaymentAttempt, PaymentHandler, PaymentOutcome, PaymentReport } from '../../src/ports.js';
import { askedInvoice } from './asked-invoice.js';

/** An authorization that waits for its outcome from the test. If the outcome is an error, the authorization throws. */
export interface Authorization {
  readonly attempt: PaymentAttempt;
  answer(outcome: PaymentOutcome | Error): void;
}

/** A payment handler whose outcomes the test decides, for any number of attempts. */
export interface ScriptedHandler extends PaymentHandler {
  /** Names of the calls so far. */
  readonly calls: readonly string[];
  /** Result or error of `status`. */
  known: PaymentReport | Error;
  /** Number of upcoming voids that throw. */
  failingVoids: number;
  /** Result of a void; valid handlers return nothing. */
  voidAnswer: undefined;
  /** Resolves with the oldest authorization not yet returned, waiting for one if necessary. */
  next(): Promise<Authorization>;
}

export const DECLINED: PaymentOutcome = { state: 'declined', reason: 'the bank said no' };

/** This handler replaces `invoice`, which the demo shop accepts without a credential. */
export function scriptedHandler(): ScriptedHandler {
  const calls: string[] = [];
  const arrived: Authorization[] = [];
  let arrive: () => void = () => undefined;
  return {
    ...askedInvoice,
    calls,
    known: { state: 'unknown' },
    failingVoids: 0,
    voidAnswer: undefined,
    async next() {
      for (;;) {
        const first = arrived.shift();
        if (first) return first;
        await new Promise<void>((resolve) => {
          arrive = resolve;
        });
      }
    },
    authorize(attempt) {
      calls.push('authorize');
      return new Promise((resolve, reject) => {
        const answer = (given: PaymentOutcome | Error) => (given instanceof Error ? reject(given) : resolve(given));
        arrived.push({ attempt, answer });
        arrive();
      });
    },
    async status() {
      calls.push('status');
      if (this.known instanceof Error) throw this.known;
      return this.known;
    },
    async void() {
      calls.push('void');
      this.failingVoids -= 1;
      if (this.failingVoids >= 0) throw new Error('the provider is down');
      return this.voidAnswer;
    },
  };
}
