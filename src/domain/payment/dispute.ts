import { sum } from '../values/money.js';

export const DISPUTE_STATES = ['open', 'won', 'lost'] as const;

/** Limits the size of an order, since it is read and written as a whole. */
export const MAX_DISPUTES = 50;

/** A dispute (chargeback) of a payment, as its provider last reported it. */
export interface Dispute {
  /** The provider's id. */
  readonly id: string;
  readonly state: (typeof DISPUTE_STATES)[number];
  /** Minor units. */
  readonly amount: number;
  readonly reason?: string;
  readonly opened_at: number;
  /** Time until which evidence may be submitted. */
  readonly evidence_due?: number;
  /** True if the merchant was reminded that evidence is due, or needs no reminder. */
  readonly reminded?: true;
}

interface Disputed {
  readonly disputes?: readonly Dispute[];
}

/** True if a dispute is open or was lost. A won one has no further effect. */
export function isDisputed({ disputes = [] }: Disputed): boolean {
  return disputes.some(({ state }) => state !== 'won');
}

/** Sum of the lost disputes. Minor units. */
export function amountLost({ disputes = [] }: Disputed): number {
  return sum(disputes.map(({ state, amount }) => (state === 'lost' ? amount : 0)));
}

/** Time before the end of the time for evidence at which the merchant is reminded. Milliseconds. */
const EVIDENCE_NOTICE_MS = 2 * 24 * 60 * 60 * 1000;

/** When to remind the merchant of the next open dispute; `undefined` if there is no reminder to send. */
export function evidenceNoticeAt({ disputes = [] }: Disputed): number | undefined {
  const times = disputes.flatMap(({ state, evidence_due, reminded }) =>
    state === 'open' && evidence_due !== undefined && !reminded ? [evidence_due - EVIDENCE_NOTICE_MS] : [],
  );
  return times.length > 0 ? Math.min(...times) : undefined;
}

/** Marks the open disputes of which the merchant is to be reminded now. */
export function markReminded({ disputes = [] }: Disputed, now: number): Dispute[] {
  return disputes.map((one) => {
    const notice = evidenceNoticeAt({ disputes: [one] });
    return notice !== undefined && notice <= now ? { ...one, reminded: true } : one;
  });
}
