import type { Stripe } from 'stripe';
import type { HandlerContext, PaymentAttempt, PaymentReport } from '../../../ports.js';
import type { StripeAccount } from './account.js';
import { findPayment, keepIntentOwner } from './attempt-notes.js';
import { actionExpiry, reportOf, WITH_CHARGE } from './report.js';

type Notes = HandlerContext['notes'];

/** Reports all that Stripe knows about an attempt. */
export async function status(account: StripeAccount, attempt: PaymentAttempt, notes: Notes): Promise<PaymentReport> {
  const payment = await findPayment(notes, attempt.id);
  if (!payment) return { state: 'unknown' };
  if (payment.type === 'voided') return { state: 'declined', reason: 'the payment was voided' };
  if (payment.type === 'session') return reportSession(account, attempt, payment.id, notes);
  const intent = await account.answer(account.client.paymentIntents.retrieve(payment.id, WITH_CHARGE));
  return reportOf(account, attempt, intent);
}

/** Reports a Checkout session. While it is open, the buyer may try other cards, so a failed one is not reported. */
export async function reportSession(
  account: StripeAccount,
  attempt: PaymentAttempt,
  sessionId: string,
  notes: Notes,
): Promise<PaymentReport> {
  const session = await account.answer(
    account.client.checkout.sessions.retrieve(sessionId, { expand: ['payment_intent.latest_charge'] }),
  );
  if (session.status === 'complete') {
    const intent = intentOf(session);
    await keepIntentOwner(notes, intent.id, attempt.id);
    return reportOf(account, attempt, intent, 'session');
  }
  if (session.status === 'expired') return { state: 'declined', reason: 'the time for the payment has ended' };
  if (!session.url) throw new Error(`${sessionId} is open, but has no URL`);
  return {
    state: 'action_required',
    action: { type: 'redirect', url: session.url },
    expires_at: actionExpiry(attempt),
  };
}

function intentOf({ id, payment_intent }: Stripe.Checkout.Session): Stripe.PaymentIntent {
  if (payment_intent === null || typeof payment_intent === 'string')
    throw new Error(`the PaymentIntent of ${id} was not expanded`);
  return payment_intent;
}
