import { PROVIDER_DISPUTE_STATES } from '../../ports/payment-outcome.js';
import { isRecord, isText, isTime, isWhole } from '../values.js';

/** Limits of texts, in characters. */
const MAX_REFERENCE = 200;
const MAX_REASON = 500;

/** Calls whose result is an outcome. */
export type OutcomeOf = 'authorize' | 'status' | 'capture' | 'renew' | 'refund' | 'void' | 'receive' | 'testAccount';

type Outcome = Readonly<Record<string, unknown>>;

/**
 * Finds what is wrong with the result of a call (ports/payment-outcome.ts). It is stricter than the portal, which drops
 * optional members that it cannot use.
 */
export function findOutcomeProblems(call: OutcomeOf, outcome: unknown): string[] {
  return [...outcomeProblems(call, outcome)].map((problem) => `${call}: ${problem}`);
}

function* outcomeProblems(call: OutcomeOf, outcome: unknown): Generator<string> {
  if (call === 'void') {
    if (outcome !== undefined) yield 'it must return nothing';
    return;
  }
  if (call === 'receive' && outcome === undefined) return;
  if (!isRecord(outcome)) {
    yield 'the outcome must be an object';
    return;
  }
  yield* CHECKS[call](outcome);
}

const CHECKS = {
  authorize: paymentProblems,
  *status(outcome) {
    yield* paymentProblems(outcome);
    if (outcome.state === 'authorized') yield* totalProblems(outcome);
  },
  *capture(outcome) {
    yield* settledProblems(outcome, 'completed');
    if (outcome.captured !== undefined && !isWhole(outcome.captured)) yield 'captured must be an amount in minor units';
  },
  *renew(outcome) {
    if (outcome.state === 'pending') yield 'state must be "renewed" or "failed"';
    else yield* settledProblems(outcome, 'renewed');
    if (outcome.state === 'renewed') yield* timeProblems(outcome, ['authorized_until']);
  },
  refund: (outcome) => settledProblems(outcome, 'completed'),
  *receive({ id, attempt_ids }) {
    if (!isText(id, MAX_REFERENCE)) yield `id must be a text of 1 to ${MAX_REFERENCE} characters`;
    if (!Array.isArray(attempt_ids) || !attempt_ids.every((one) => typeof one === 'string'))
      yield 'attempt_ids must be an array of texts';
  },
  *testAccount({ state, account, live, reason }) {
    if (state === 'unusable') yield* reasonProblems(reason);
    else if (state !== 'usable') yield 'state must be "usable" or "unusable"';
    else if (!isText(account, MAX_REASON) || typeof live !== 'boolean')
      yield 'account must be a text, and live must be true or false';
  },
} satisfies Record<Exclude<OutcomeOf, 'void'>, (outcome: Outcome) => Generator<string>>;

function* paymentProblems(outcome: Outcome): Generator<string> {
  const { state } = outcome;
  if (state === 'authorized') yield* authorizedProblems(outcome);
  else if (state === 'declined') yield* reasonProblems(outcome.reason);
  else if (state === 'action_required') yield* actionProblems(outcome);
  else if (state === 'pending') yield* timeProblems(outcome, outcome.until === undefined ? [] : ['until']);
  else if (state !== 'unknown')
    yield 'state must be "authorized", "action_required", "declined", "pending" or "unknown"';
}

function* authorizedProblems(outcome: Outcome): Generator<string> {
  const { payment_status, provider_reference, captures } = outcome;
  if (payment_status === 'authorized') {
    yield* timeProblems(outcome, ['authorized_until']);
    if (captures !== undefined && captures !== 'once' && captures !== 'many')
      yield 'captures must be "once" or "many", or be absent';
  } else if (payment_status !== 'paid' && payment_status !== 'pending')
    yield 'payment_status must be "paid", "pending" or "authorized"';
  if (provider_reference !== undefined && !isText(provider_reference, MAX_REFERENCE))
    yield `provider_reference must be a text of 1 to ${MAX_REFERENCE} characters, or be absent`;
}

function* actionProblems(outcome: Outcome): Generator<string> {
  yield* timeProblems(outcome, ['expires_at']);
  const action = isRecord(outcome.action) ? outcome.action : {};
  if (action.type === 'redirect') {
    if (typeof action.url !== 'string' || !/^https?:\/\//.test(action.url))
      yield 'action.url must be an http or https URL';
  } else if (action.type === 'client') {
    const { data } = action;
    if (!isRecord(data) || !Object.values(data).every((value) => typeof value === 'string'))
      yield 'action.data must be an object of texts';
  } else yield 'action.type must be "redirect" or "client"';
}

function* totalProblems(outcome: Outcome): Generator<string> {
  const { captured, refunded, ended, disputes = [] } = outcome;
  for (const [name, value] of Object.entries({ captured, refunded }))
    if (value !== undefined && !isWhole(value)) yield `${name} must be an amount in minor units, or be absent`;
  if (ended !== undefined && typeof ended !== 'boolean') yield 'ended must be true or false, or be absent';
  if (!Array.isArray(disputes)) yield 'disputes must be an array, or be absent';
  else for (const dispute of disputes) yield* disputeProblems(isRecord(dispute) ? dispute : {});
}

function* disputeProblems(dispute: Outcome): Generator<string> {
  const states: readonly unknown[] = PROVIDER_DISPUTE_STATES;
  const { id, state, amount, reason, evidence_due } = dispute;
  if (!isText(id, MAX_REFERENCE)) yield `the id of a dispute must be a text of 1 to ${MAX_REFERENCE} characters`;
  if (!states.includes(state)) yield `the state of a dispute must be ${PROVIDER_DISPUTE_STATES.join(', ')}`;
  if (!isWhole(amount)) yield 'the amount of a dispute must be in minor units';
  if (reason !== undefined && !isText(reason, MAX_REFERENCE))
    yield `the reason of a dispute must be a text of 1 to ${MAX_REFERENCE} characters`;
  yield* timeProblems(dispute, evidence_due === undefined ? ['opened_at'] : ['opened_at', 'evidence_due']);
}

function* settledProblems({ state, reason }: Outcome, done: string): Generator<string> {
  if (state === 'failed') yield* reasonProblems(reason);
  else if (state !== done && state !== 'pending') yield `state must be "${done}", "failed" or "pending"`;
}

function* reasonProblems(reason: unknown): Generator<string> {
  if (!isText(reason, MAX_REASON)) yield `reason must be a text of 1 to ${MAX_REASON} characters`;
}

function* timeProblems(outcome: Outcome, names: readonly string[]): Generator<string> {
  for (const name of names) if (!isTime(outcome[name])) yield `${name} must be a time in milliseconds since the epoch`;
}
