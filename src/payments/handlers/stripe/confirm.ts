import type { Stripe } from 'stripe';
import type { PaymentAttempt, PaymentOutcome } from '../../../ports.js';
import type { StripeAccount } from './account.js';
import type { PaymentSource } from './credentials.js';
import { Refusal } from './failures.js';
import { reportOf, WITH_CHARGE } from './report.js';

/** The version of Stripe's API that has Shared Payment Tokens, which the stripe package does not have yet. */
const SHARED_PAYMENT_VERSION = '2026-04-22.preview';

/** Confirms the PaymentIntent of an attempt with the buyer's method of payment, which is not saved. */
export async function confirm(
  account: StripeAccount,
  attempt: PaymentAttempt,
  intentId: string,
  source: PaymentSource,
  returnUrl: string | undefined,
): Promise<PaymentOutcome> {
  const answer = await confirmation(account, attempt, intentId, source, returnUrl);
  if (!(answer instanceof Refusal)) return reportOf(account, attempt, answer);
  // The state decides, since another call with this id may have confirmed it before.
  const intent = await retrieve(account, intentId);
  if (intent.last_payment_error || intent.status !== 'requires_payment_method')
    return reportOf(account, attempt, intent);
  return endUnconfirmed(account, intentId, answer);
}

function retrieve(account: StripeAccount, intentId: string): Promise<Stripe.PaymentIntent> {
  return account.answer(account.client.paymentIntents.retrieve(intentId, WITH_CHARGE));
}

/** Sends the confirmation. Returns the PaymentIntent with its charge, or how Stripe refused it. */
async function confirmation(
  account: StripeAccount,
  attempt: PaymentAttempt,
  intentId: string,
  source: PaymentSource,
  returnUrl: string | undefined,
): Promise<Stripe.PaymentIntent | Refusal> {
  const options = { idempotencyKey: `${attempt.id}/confirm` };
  const common = returnUrl ? { return_url: returnUrl } : {};
  const { paymentIntents } = account.client;
  const confirmWith = (params: Stripe.PaymentIntentConfirmParams) =>
    account.answerOrRefusal<Stripe.PaymentIntent>(
      paymentIntents.confirm(intentId, { ...WITH_CHARGE, ...common, ...params }, options),
    );
  switch (source.type) {
    case 'payment_method':
      return confirmWith({ payment_method: source.id });
    case 'confirmation_token':
      return confirmWith({ confirmation_token: source.id, use_stripe_sdk: true });
    case 'card_token': {
      const method = await cardMethod(account, attempt, source.id);
      return method instanceof Refusal ? method : confirmWith({ payment_method: method.id });
    }
    case 'shared_payment_token': {
      const sent = confirmShared(account.client, intentId, source.id, common, options);
      const answer = await account.answerOrRefusal(sent);
      return answer instanceof Refusal ? answer : retrieve(account, intentId);
    }
  }
}

/** Turns the token of a wallet into a payment method, which belongs to no customer, so it cannot be used again. */
function cardMethod(account: StripeAccount, { id }: PaymentAttempt, token: string) {
  const { paymentMethods } = account.client;
  const options = { idempotencyKey: `${id}/method` };
  return account.answerOrRefusal(paymentMethods.create({ type: 'card', card: { token } }, options));
}

/** The only request beyond the package's types. */
function confirmShared(
  client: Stripe,
  intentId: string,
  token: string,
  common: { readonly return_url?: string },
  { idempotencyKey }: { readonly idempotencyKey: string },
): Promise<unknown> {
  return client.rawRequest(
    'POST',
    `/v1/payment_intents/${intentId}/confirm`,
    { ...common, payment_method_data: { shared_payment_granted_token: token } },
    { idempotencyKey, apiVersion: SHARED_PAYMENT_VERSION },
  );
}

/** Ends a PaymentIntent that cannot be confirmed, so that nobody can pay it after the decline. */
async function endUnconfirmed(account: StripeAccount, intentId: string, refusal: Refusal): Promise<PaymentOutcome> {
  const canceled = await account.answerOrRefusal(account.client.paymentIntents.cancel(intentId));
  return canceled instanceof Refusal ? { state: 'pending' } : { state: 'declined', reason: refusal.reason };
}
