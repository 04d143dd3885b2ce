import type { Stripe } from 'stripe';
import type { HandlerContext, Refund, RefundOutcome } from '../../../ports.js';
import type { StripeAccount } from './account.js';
import { toStripeAmount } from './amounts.js';
import { Refusal } from './failures.js';
import { listAll } from './money-back.js';
import { paidIntent } from './paid-intent.js';

/** Pays money back, or reports how an earlier call with the same id ended. */
export async function refund(
  account: StripeAccount,
  wanted: Refund,
  notes: HandlerContext['notes'],
): Promise<RefundOutcome> {
  const key = `refund/${wanted.id}`;
  const before = await notes.find(key);
  // Stripe can reverse a refund after it succeeded, but an outcome that was reported as final must stay.
  if (before !== undefined) return outcomeInNote(before);
  const intent = await paidIntent(account, wanted.attempt_id, notes);
  const amount = toStripeAmount(wanted);
  const outcome =
    amount === undefined
      ? failed(`Stripe cannot refund this amount in ${wanted.currency}`)
      : await refundOnce(account, intent.id, wanted.id, { amount });
  if (outcome.state === 'pending') return outcome;
  return outcomeInNote(await notes.keepFirst(key, outcome.state === 'failed' ? outcome.reason : COMPLETED));
}

/** Note of a refund that paid; the note of a failed one is its reason. */
const COMPLETED = '';

function outcomeInNote(note: string): RefundOutcome {
  return note === COMPLETED ? { state: 'completed' } : failed(note);
}

/**
 * Refunds an amount of a PaymentIntent, or all that is left of it. Earlier refunds are searched for the id first, because
 * Stripe may have forgotten its idempotency key while the refund was pending.
 */
export async function refundOnce(
  account: StripeAccount,
  intentId: string,
  id: string,
  part: { readonly amount?: number },
): Promise<RefundOutcome> {
  const { refunds } = account.client;
  const earlier = await account.answer(listAll(refunds.list({ payment_intent: intentId, limit: 100 })));
  const found = earlier.find(({ metadata }) => metadata?.refund_id === id);
  if (found) return outcomeOf(found);
  const created = refunds.create(
    { payment_intent: intentId, metadata: { refund_id: id }, ...part },
    { idempotencyKey: id },
  );
  const answer = await account.answerOrRefusal(created);
  return answer instanceof Refusal ? failed(answer.reason) : outcomeOf(answer);
}

function outcomeOf({ status, failure_reason }: Stripe.Refund): RefundOutcome {
  if (status === 'succeeded') return { state: 'completed' };
  if (status === 'failed' || status === 'canceled')
    return failed(failure_reason ? `the bank refused it (${failure_reason})` : 'the refund was canceled at Stripe');
  return { state: 'pending' };
}

function failed(reason: string): RefundOutcome {
  return { state: 'failed', reason };
}
