import type { Capture, CaptureOutcome, PaymentHandler, Refund, RefundOutcome } from '../../../src/ports.js';
import { askedInvoice } from '../../support/asked-invoice.js';

type Answering = (refund: Refund) => Promise<RefundOutcome>;

/** A payment handler with scripted captures and refunds, which records their amounts by id. */
export interface RefundHandler extends PaymentHandler {
  /** State of the payment after an authorization. */
  due: 'paid' | 'pending' | 'authorized';
  /** Outcome of a capture; `completed` by default. */
  capturing: (capture: Capture) => Promise<CaptureOutcome>;
  answering: Answering;
  /** Number of upcoming voids that throw. */
  failingVoids: number;
  /** Refund id of each call. */
  readonly asked: readonly string[];
  /** Id of each voided attempt. */
  readonly voided: readonly string[];
  /** Refunded amount of each refund, in minor units. */
  readonly given: ReadonlyMap<string, number>;
  /** Captures that completed. */
  readonly taken: ReadonlyMap<string, Capture>;
}

export const COMPLETED: Answering = async () => ({ state: 'completed' });
export const PENDING: Answering = async () => ({ state: 'pending' });
export const FAILED: Answering = async () => ({ state: 'failed', reason: 'the card is closed' });
export const THROWING: Answering = async () => {
  throw new Error('the provider is down');
};
export const HANGING: Answering = () => new Promise(() => undefined);

const WEEK = 7 * 24 * 60 * 60 * 1000;

/** Creates a handler that replaces `invoice`, which the demo shop accepts without a credential. */
export function refundHandler(): RefundHandler {
  const asked: string[] = [];
  const voided: string[] = [];
  const given = new Map<string, number>();
  const taken = new Map<string, Capture>();
  return {
    ...askedInvoice,
    captures: 'many',
    due: 'paid',
    capturing: async () => ({ state: 'completed' }),
    answering: COMPLETED,
    failingVoids: 0,
    asked,
    voided,
    given,
    taken,
    async authorize({ started_at }) {
      const { due } = this;
      if (due !== 'authorized') return { state: 'authorized', payment_status: due };
      return { state: 'authorized', payment_status: due, authorized_until: started_at + WEEK };
    },
    async capture(capture) {
      const outcome = await this.capturing(capture);
      if (outcome?.state === 'completed') taken.set(capture.id, capture);
      return outcome;
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

/** Creates an outcome that the test releases. `asked` resolves once `count` calls wait for the outcome. */
export function heldAnswer<Outcome = RefundOutcome>(): {
  readonly answering: () => Promise<Outcome>;
  answer(outcome: Outcome): void;
  asked(count: number): Promise<void>;
} {
  const waiting: ((outcome: Outcome) => void)[] = [];
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
