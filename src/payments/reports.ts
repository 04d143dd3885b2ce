import { DISPUTE_STATES, MAX_DISPUTES } from '../domain/payment/dispute.js';
import { isWhole } from '../payment-handler/values.js';
import type { PaymentAttempt, PaymentReport, ProviderDispute, ProviderEvent } from '../ports.js';
import { member, paymentOutcome } from './outcomes.js';

/** Validates what payment handlers report about a provider: the state of a payment, and events (ports/payment.ts). */

/** Maximum length of a provider's id or reason, in characters. */
const MAX_TEXT = 200;

/** Maximum number of attempts that an event may name. */
const MAX_ATTEMPTS = 100;

/**
 * Validates the outcome of `status` for an order's payment. Unknown members are dropped.
 * @throws Error when invalid, also for totals that cannot be right
 */
export function paymentReport(answer: unknown, { amount }: Pick<PaymentAttempt, 'amount'>): PaymentReport {
  const outcome = paymentOutcome(answer);
  if (outcome.state !== 'authorized') return outcome;
  const [captured, refunded] = [totalOf(answer, 'captured'), totalOf(answer, 'refunded')];
  if ((captured ?? 0) > amount) throw new Error('captured is more than the amount of the payment');
  if ((refunded ?? 0) > (captured ?? amount)) throw new Error('refunded is more than was captured');
  const ended = member(answer, 'ended');
  return {
    ...outcome,
    ...(captured !== undefined && { captured }),
    ...(refunded !== undefined && { refunded }),
    ...(typeof ended === 'boolean' && { ended }),
    disputes: disputesOf(answer),
  };
}

/**
 * Validates the outcome of `receive`; `undefined` if the signature is wrong.
 * @throws Error when invalid
 */
export function providerEvent(answer: unknown): ProviderEvent | undefined {
  if (answer === undefined) return undefined;
  const attempts = member(answer, 'attempt_ids');
  const id = textOf(answer, 'id');
  if (id === undefined || !Array.isArray(attempts) || attempts.length > MAX_ATTEMPTS)
    throw new Error('an event must have an id and the ids of its attempts');
  return { id, attempt_ids: attempts.filter((one): one is string => typeof one === 'string') };
}

/** @throws Error when invalid */
function totalOf(answer: unknown, name: 'captured' | 'refunded'): number | undefined {
  const total = member(answer, name);
  if (total === undefined || isWhole(total)) return total;
  throw new Error(`${name} must be a whole number of minor units`);
}

/** @throws Error when invalid */
function disputesOf(answer: unknown): ProviderDispute[] {
  const disputes = member(answer, 'disputes') ?? [];
  if (!Array.isArray(disputes)) throw new Error('disputes must be a list');
  const found = disputes.slice(0, MAX_DISPUTES).map(disputeOf);
  // Two views of one dispute would each be news after the other, without end.
  return [...new Map(found.map((one) => [one.id, one])).values()];
}

function disputeOf(dispute: unknown): ProviderDispute {
  const [id, reason] = [textOf(dispute, 'id'), textOf(dispute, 'reason')];
  const [amount, opened_at, evidence_due] = ['amount', 'opened_at', 'evidence_due'].map((name) =>
    member(dispute, name),
  );
  const state = DISPUTE_STATES.find((one) => one === member(dispute, 'state'));
  if (id === undefined || state === undefined || !isWhole(amount) || !isWhole(opened_at))
    throw new Error('a dispute must have id, state, amount and opened_at');
  return {
    ...{ id, state, amount, opened_at },
    ...(reason !== undefined && { reason: reason.slice(0, MAX_TEXT) }),
    ...(isWhole(evidence_due) && { evidence_due }),
  };
}

/** Returns a text that is not empty. An id that is too long counts as absent. */
function textOf(answer: unknown, name: 'id' | 'reason'): string | undefined {
  const text = member(answer, name);
  return typeof text === 'string' && text !== '' && (name !== 'id' || text.length <= MAX_TEXT) ? text : undefined;
}
