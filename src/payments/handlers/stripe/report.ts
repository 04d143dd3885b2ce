import type { Stripe } from 'stripe';
import type { PaymentAction, PaymentAttempt, PaymentReport } from '../../../ports.js';
import type { StripeAccount } from './account.js';
import { fromStripeAmount } from './amounts.js';
import { Refusal, reasonOf } from './failures.js';
import { disputesOf, refundedOf } from './money-back.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Time for an action of the buyer, from the start of the attempt. */
const ACTION_TIME = 15 * MINUTE;

/** Bank debits take up to 14 days (SEPA); cards in the state `processing` are decided within minutes. */
const DEBIT_TIME = 14 * DAY;

/** Stripe cancels uncaptured payments seven days after their creation, unless the charge states another time. */
const UNSTATED_AUTHORIZATION = 7 * DAY;

/** Of each PaymentIntent the charge is needed too. */
export const WITH_CHARGE = { expand: ['latest_charge'] };

/** Until when the portal may wait for the buyer. */
export function actionExpiry({ started_at }: Pick<PaymentAttempt, 'started_at'>): number {
  return started_at + ACTION_TIME;
}

/**
 * Reports a PaymentIntent whose charge was expanded. Before it reports a decline it cancels the PaymentIntent, because
 * the buyer's browser could otherwise pay it later with another card. That of a completed session cannot be canceled,
 * and nobody can pay it.
 */
export async function reportOf(
  account: StripeAccount,
  attempt: PaymentAttempt,
  intent: Stripe.PaymentIntent,
  from?: 'session',
): Promise<PaymentReport> {
  const charge = chargeOf(intent);
  switch (intent.status) {
    case 'succeeded':
    case 'requires_capture':
      return authorizedReport(account, attempt, intent, charge);
    case 'canceled':
      // A failed charge has another status; an authorized one keeps this status when it is released.
      return charge?.status === 'succeeded' ? authorizedReport(account, attempt, intent, charge) : declined(intent);
    case 'processing': {
      const type = charge?.payment_method_details?.type ?? 'card';
      return type === 'card' ? { state: 'pending' } : { state: 'pending', until: attempt.started_at + DEBIT_TIME };
    }
    case 'requires_action':
      return { state: 'action_required', action: actionOf(account, intent), expires_at: actionExpiry(attempt) };
    default:
      if (!intent.last_payment_error) return { state: 'pending' };
      return from === 'session' ? declined(intent) : cancelDeclined(account, intent);
  }
}

export function chargeOf({ id, latest_charge }: Stripe.PaymentIntent): Stripe.Charge | undefined {
  if (typeof latest_charge === 'string') throw new Error(`the charge of ${id} was not expanded`);
  return latest_charge ?? undefined;
}

async function authorizedReport(
  account: StripeAccount,
  { currency }: PaymentAttempt,
  intent: Stripe.PaymentIntent,
  charge: Stripe.Charge | undefined,
): Promise<PaymentReport> {
  if (!charge) throw new Error(`${intent.id} is ${intent.status} without a charge`);
  const isCapturedWhole = charge.amount_captured === intent.amount;
  return {
    state: 'authorized',
    provider_reference: intent.id,
    ...(isCapturedWhole
      ? { payment_status: 'paid' }
      : { payment_status: 'authorized', authorized_until: authorizedUntil(charge), captures: capturesOf(charge) }),
    captured: fromStripeAmount({ amount: charge.amount_captured, currency }),
    refunded: fromStripeAmount({ amount: await refundedOf(account, charge), currency }),
    ended: intent.status !== 'requires_capture',
    disputes: await disputesOf(account, charge, currency),
  };
}

/** A card without multicapture releases what its first capture leaves. */
export function capturesOf({ payment_method_details }: Stripe.Charge): 'once' | 'many' {
  return payment_method_details?.card?.multicapture?.status === 'available' ? 'many' : 'once';
}

function authorizedUntil({ created, payment_method_details }: Stripe.Charge): number {
  const stated = payment_method_details?.card?.capture_before;
  return stated === undefined ? created * 1000 + UNSTATED_AUTHORIZATION : stated * 1000;
}

function actionOf(
  { settings }: StripeAccount,
  { id, next_action, client_secret }: Stripe.PaymentIntent,
): PaymentAction {
  const url = next_action?.redirect_to_url?.url;
  if (url) return { type: 'redirect', url };
  if (!client_secret) throw new Error(`${id} needs an action, but has no client secret`);
  return { type: 'client', data: { client_secret, publishable_key: settings.publishable_key } };
}

async function cancelDeclined(account: StripeAccount, intent: Stripe.PaymentIntent): Promise<PaymentReport> {
  const canceled = await account.answerOrRefusal(account.client.paymentIntents.cancel(intent.id));
  // Its state changed since it was read, so the portal asks again.
  return canceled instanceof Refusal ? { state: 'pending' } : declined(intent);
}

function declined({ last_payment_error: error }: Stripe.PaymentIntent): PaymentReport {
  const reason = error
    ? reasonOf([error.decline_code, error.code], 'the bank declined the payment')
    : 'the payment was canceled';
  return { state: 'declined', reason };
}
