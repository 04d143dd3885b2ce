import { canonicalText } from '../../attestation/canonical-json.js';
import type { Countersignature, Decision } from '../../attestation/countersignature.js';
import type { CountersignedEntry } from '../../attestation/log-entry.js';
import { PortalError } from '../errors/portal-error.js';
import { CLOCK_SKEW } from '../values/clock-skew.js';
import type { AcceptedReceipt } from './receipt.js';

/** State of a receipt on the consumer's side. */
export const COUNTERSIGNED_STATES = ['open', 'accepted', 'disputed'] as const;
export type CountersignedState = (typeof COUNTERSIGNED_STATES)[number];

/** Next states by decision. Where there is none, the decision is rejected: an acceptance is final. */
export const COUNTERSIGNED_TRANSITIONS: Readonly<
  Record<CountersignedState, Partial<Record<Decision, CountersignedState>>>
> = {
  open: { accept: 'accepted', dispute: 'disputed' },
  disputed: { accept: 'accepted' },
  accepted: {},
};

/** A countersignature in the log. */
export interface LoggedCountersignature {
  readonly log_index: number;
  readonly entry: CountersignedEntry;
}

/**
 * Checks that a decision may follow those in the log. Returns the entry of the same statement, if it was accepted before.
 * @throws PortalError `countersignature_conflict`
 */
export function assertDecidable(
  earlier: readonly LoggedCountersignature[],
  statement: Countersignature,
): CountersignedEntry | undefined {
  const same = earlier.find(({ entry }) => canonicalText(entry.statement) === canonicalText(statement));
  if (same) return same.entry;
  const state = earlier.reduce<CountersignedState>(
    (before, { entry }) => COUNTERSIGNED_TRANSITIONS[before][entry.statement.decision] ?? before,
    'open',
  );
  if (COUNTERSIGNED_TRANSITIONS[state][statement.decision]) return undefined;
  throw new PortalError(
    'countersignature_conflict',
    `The receipt is ${state}; ${state === 'accepted' ? 'that is final' : 'the consumer can only accept it'}.`,
  );
}

/**
 * Checks that a statement is about this receipt and its order, and that its time is plausible.
 * @throws PortalError `invalid_countersignature`, `issued_at_in_future`, `issued_at_too_old`
 */
export function assertAbout(
  statement: Countersignature,
  receipt: AcceptedReceipt,
  order_id: string | null,
  now: number,
): void {
  const about = { receipt_hash: receipt.receipt_hash, consumer_id: receipt.consumer_id, order_id };
  for (const [name, value] of Object.entries(about)) {
    if (Reflect.get(statement, name) !== value)
      throw new PortalError('invalid_countersignature', `statement.${name}: it is not that of the receipt`);
  }
  const issued = Date.parse(statement.issued_at);
  if (issued > now + CLOCK_SKEW)
    throw new PortalError('issued_at_in_future', 'statement.issued_at: it is more than 300 s ahead; check the clock');
  if (issued < receipt.received_at - CLOCK_SKEW)
    throw new PortalError('issued_at_too_old', 'statement.issued_at: it is before the receipt was accepted');
}
