import type { Stripe } from 'stripe';
import { required } from '../../../domain/values/required.js';
import type { HandlerContext, PaymentToVoid } from '../../../ports.js';
import type { StripeAccount } from './account.js';
import { keepVoided } from './attempt-notes.js';
import { holdsMoney } from './money-back.js';
import { paidIntent } from './paid-intent.js';
import { refundOnce } from './refund.js';
import { chargeOf } from './report.js';

/**
 * Ends a payment. The note made first stops a later `authorize` of an attempt that has nothing at Stripe yet.
 * @param access opens the account, if it is needed
 * @throws Error if Stripe cannot end it now
 */
export async function voidPayment(
  access: () => Promise<StripeAccount>,
  payment: PaymentToVoid,
  notes: HandlerContext['notes'],
): Promise<void> {
  const known = await keepVoided(notes, payment.id);
  if (known.type === 'voided') return;
  const account = await access();
  if (known.type === 'session' && (await endSession(account, known.id))) return;
  const intent = await paidIntent(account, payment.id, notes);
  // The bank refused what the buyer completed. Nobody can pay it now, and Stripe would refuse to cancel it.
  if (known.type === 'session' && intent.status === 'requires_payment_method') return;
  await endIntent(account, payment, intent);
}

/** Ends the time of a Checkout session. Returns false if the buyer has completed it. */
async function endSession(account: StripeAccount, id: string): Promise<boolean> {
  const { sessions } = account.client.checkout;
  const { status } = await account.answer(sessions.retrieve(id));
  if (status === 'open') await account.answer(sessions.expire(id));
  return status !== 'complete';
}

async function endIntent(account: StripeAccount, payment: PaymentToVoid, intent: Stripe.PaymentIntent): Promise<void> {
  const { paymentIntents } = account.client;
  switch (intent.status) {
    case 'canceled':
      return;
    case 'succeeded':
      return intent.capture_method === 'manual' ? undefined : payBack(account, payment, intent);
    case 'requires_capture':
      await account.answer(
        intent.amount_received > 0
          ? paymentIntents.capture(intent.id, { amount_to_capture: 0, final_capture: true })
          : paymentIntents.cancel(intent.id),
      );
      return;
    default:
      await account.answer(paymentIntents.cancel(intent.id));
  }
}

/**
 * A payment that was charged before it could be voided is paid back as a whole. The merchant may have refunded it in
 * Stripe's dashboard, or lost it in a dispute.
 */
async function payBack(
  account: StripeAccount,
  { id, currency }: PaymentToVoid,
  intent: Stripe.PaymentIntent,
): Promise<void> {
  const outcome = await refundOnce(account, intent.id, `${id}/void`, {});
  const charge = required(chargeOf(intent), `the charge of ${intent.id}`);
  if (outcome.state === 'failed' && (await holdsMoney(account, charge, currency)))
    throw new Error(`the charged payment ${intent.id} could not be paid back`);
}
