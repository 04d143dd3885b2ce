import { invoice } from '../../../src/payments/handlers/invoice.js';
import type { PaymentHandler, Refund, RefundOutcome } from '../../../src/ports.js';

type Answering = (refund: Refund) => Promise<RefundOutcome>;

/** A payment handler with scripted refunds, which records the refunded amounts by refund id. */
export interface RefundHandler extends PaymentHandler {
  /** State of the payment after an authorization. */
  due: 'paid' | 'pending';
  answering: Answering;
  /** Number of upcoming voids that throw. */
  failingVoids: number;
  /** Refund id of each call. */
  readonly asked: readonly string[];
  /** Id of each voided attempt. */
  readonly voided: readonly string[];
  /** Refunded amount of each refund, in minor units. */
  readonly given: ReadonlyMap<string, number>;
}

export const COMPLETED: Answering = async () => ({ state: 'completed' });
export const PENDING: Answering = async () => ({ state: 'pending' });
export const FAILED: Answering = async () => ({ state: 'failed', reason: 'the card is closed' });
export const THROWING: Answering = async () => {
  throw new Error('the provider is down');
};
export const HANGING: Answering = () => new Promise(() => undefined);

/** Creates a handler that replaces `invoice`, which the demo shop accepts without a credential. */
export function refundHandler(): RefundHandler {
  const asked: string[] = [];
  const voided: string[] = [];
  const given = new Map<string, number>();
  return {
    ...invoice,
    due: 'paid',
    answering: COMPLETED,
    failingVoids: 0,
    asked,
    voided,
    given,
    async authorize() {
      return { state: 'authorized', payment_status: this.due };
    },
    async refund(refund) {
      asked.push(refund.id);
      const outcome = await this.answering(refund);
      if (outcome?.state === 'completed') given.set(refund.id, refund.amount);
      return outcome;
    },
    async void({ id }) {
      this.failingVoids -= 1;
      if (this.failingVoids >= 0) throw new Error('the provider is down');
      voided.push(id);
    },
  };
}

/** Creates a refund outcome that the test releases. `asked` resolves once `count` calls wait for the outcome. */
export function heldAnswer(): {
  readonly answering: Answering;
  answer(outcome: RefundOutcome): void;
  asked(count: number): Promise<void>;
} {
  const waiting: ((outcome: RefundOutcome) => void)[] = [];
  let arrived: () => void = () => undefined;
  return {
    answering: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        arrived();
      }),
    answer: (outcome) => {
      for (const resolve of waiting.splice(0)) resolve(outcome);
    },
    async asked(count) {
      while (waiting.length < count) {
        await new Promise<void>((resolve) => {
          arrived = resolve;
        });
      }
    },
  };
}
