import { expect, it } from 'vitest';
import { DECISIONS, type Decision } from '../../../src/attestation/countersignature.js';
import {
  assertDecidable,
  COUNTERSIGNED_STATES,
  COUNTERSIGNED_TRANSITIONS,
  type CountersignedState,
  type LoggedCountersignature,
} from '../../../src/domain/receipt/countersigning.js';

/** Which decision of a consumer may follow which. */

const statement = (decision: Decision, issued_at = '2026-11-20T10:00:00Z') => ({
  version: 'v0' as const,
  receipt_hash: '0'.repeat(64),
  order_id: null,
  consumer_id: 'con_1',
  decision,
  reason_hash: decision === 'accept' ? null : '1'.repeat(64),
  issued_at,
});

const logged = (decision: Decision): LoggedCountersignature => ({
  log_index: 1,
  entry: {
    type: decision === 'accept' ? 'receipt_accepted' : 'receipt_disputed',
    ...{ at: '2026-11-20T10:00:00.000Z', id: 'r', key_id: 'k', public_key: 'p', signature: 's' },
    statement: statement(decision),
  },
});

const EARLIER: Readonly<Record<CountersignedState, readonly LoggedCountersignature[]>> = {
  open: [],
  disputed: [logged('dispute')],
  accepted: [logged('dispute'), logged('accept')],
};

const PAIRS = COUNTERSIGNED_STATES.flatMap((state) => DECISIONS.map((decision) => [state, decision] as const));

it.each(PAIRS)('follows the table (%s, %s)', (state, decision) => {
  const decide = () => assertDecidable(EARLIER[state], statement(decision, '2026-11-20T11:00:00Z'));
  if (COUNTERSIGNED_TRANSITIONS[state][decision]) expect(decide()).toBeUndefined();
  else expect(decide).toThrow(expect.objectContaining({ code: 'countersignature_conflict' }));
});

it.each(DECISIONS)('returns the entry of the same statement (%s)', (decision) => {
  const entry = EARLIER.accepted.find((one) => one.entry.statement.decision === decision)?.entry;
  expect(assertDecidable(EARLIER.accepted, statement(decision))).toBe(entry);
});
