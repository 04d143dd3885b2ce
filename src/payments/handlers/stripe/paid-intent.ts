import type { Stripe } from 'stripe';
import type { HandlerContext } from '../../../ports.js';
import type { StripeAccount } from './account.js';
import { findPayment } from './attempt-notes.js';
import { WITH_CHARGE } from './report.js';

/**
 * Returns the PaymentIntent of an attempt that was authorized, with its charge.
 * @throws Error if the attempt has none
 */
export async function paidIntent(
  account: StripeAccount,
  attemptId: string,
  notes: HandlerContext['notes'],
): Promise<Stripe.PaymentIntent> {
  const id = await intentId(account, attemptId, notes);
  return account.answer(account.client.paymentIntents.retrieve(id, WITH_CHARGE));
}

async function intentId(account: StripeAccount, attemptId: string, notes: HandlerContext['notes']): Promise<string> {
  const payment = await findPayment(notes, attemptId);
  if (payment?.type === 'intent') return payment.id;
  if (payment?.type !== 'session') throw new Error(`the attempt ${attemptId} has no payment at Stripe`);
  const { payment_intent } = await account.answer(account.client.checkout.sessions.retrieve(payment.id));
  const id = typeof payment_intent === 'string' ? payment_intent : payment_intent?.id;
  if (id === undefined) throw new Error(`the attempt ${attemptId} has not been paid at Stripe`);
  return id;
}
