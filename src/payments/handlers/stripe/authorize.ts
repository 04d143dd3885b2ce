import type { Stripe } from 'stripe';
import type { Credential, HandlerContext, PaymentAttempt, PaymentOutcome } from '../../../ports.js';
import type { StripeAccount } from './account.js';
import { toStripeAmount } from './amounts.js';
import { findPayment, keepIntentOwner, keepPayment, type StripePayment } from './attempt-notes.js';
import { confirm } from './confirm.js';
import { paymentSource } from './credentials.js';
import { Refusal } from './failures.js';
import { reportOf, WITH_CHARGE } from './report.js';
import { reportSession } from './status.js';

/** An hour: Stripe allows no less than 30 minutes from when it creates the session. */
const SESSION_SECONDS = 60 * 60;

/** Methods with which the buyer pays days later, while the portal reserves the goods. */
const EXCLUDED_METHODS = ['boleto', 'customer_balance', 'konbini', 'multibanco', 'oxxo'] as const;

/** Of the methods that can be captured later, only cards state until when; wallets such as Apple Pay are cards. */
const LATER_METHODS = ['card'] as const;

/**
 * Pays an attempt. The id of its PaymentIntent is kept before it is confirmed, because Stripe may forget idempotency keys
 * after 24 hours. Without a credential the buyer pays on a page of Stripe (Checkout).
 */
export async function authorize(
  account: StripeAccount,
  attempt: PaymentAttempt,
  credential: Credential | undefined,
  context: HandlerContext,
): Promise<PaymentOutcome> {
  const known = await findPayment(context.notes, attempt.id);
  const payment = known ?? (await begin(account, attempt, credential, context));
  if (payment instanceof Refusal) return { state: 'declined', reason: payment.reason };
  if (payment.type === 'voided') return { state: 'declined', reason: 'the payment was voided' };
  if (payment.type === 'session') return reportSession(account, attempt, payment.id, context.notes);
  await keepIntentOwner(context.notes, payment.id, attempt.id);
  if (known) {
    const intent = await account.answer(account.client.paymentIntents.retrieve(payment.id, WITH_CHARGE));
    if (!isUnconfirmed(intent)) return reportOf(account, attempt, intent);
  }
  const source = credential && paymentSource(credential);
  return source ? confirm(account, attempt, payment.id, source, context.return_url) : { state: 'pending' };
}

function isUnconfirmed({ status, last_payment_error }: Stripe.PaymentIntent): boolean {
  return status === 'requires_payment_method' && !last_payment_error;
}

/** Creates the PaymentIntent or Checkout session of an attempt and keeps its id. */
async function begin(
  account: StripeAccount,
  attempt: PaymentAttempt,
  credential: Credential | undefined,
  context: HandlerContext,
): Promise<StripePayment | Refusal> {
  const amount = toStripeAmount(attempt);
  if (amount === undefined) return new Refusal('', `Stripe cannot charge this amount in ${attempt.currency}`);
  const options = { idempotencyKey: attempt.id };
  const created = credential
    ? account.client.paymentIntents.create(intentParams(account, attempt, amount, context), options)
    : account.client.checkout.sessions.create(sessionParams(account, attempt, amount, context), options);
  const answer = await account.answerOrRefusal<{ readonly id: string }>(created);
  return answer instanceof Refusal ? answer : keepPayment(context.notes, attempt.id, answer.id);
}

function intentParams(
  account: StripeAccount,
  attempt: PaymentAttempt,
  amount: number,
  context: HandlerContext,
): Stripe.PaymentIntentCreateParams {
  return {
    amount,
    currency: attempt.currency.toLowerCase(),
    capture_method: captureMethod(attempt),
    metadata: metadataOf(attempt, context),
    automatic_payment_methods: { enabled: true, allow_redirects: context.return_url ? 'always' : 'never' },
    ...methodFilter(attempt),
    payment_method_options: cardOptions(account, attempt),
  };
}

function sessionParams(
  account: StripeAccount,
  attempt: PaymentAttempt,
  amount: number,
  context: HandlerContext,
): Stripe.Checkout.SessionCreateParams {
  const { return_url } = context;
  if (!return_url) throw new Error('a payment without a credential needs a page to which the buyer returns');
  const currency = attempt.currency.toLowerCase();
  return {
    mode: 'payment',
    client_reference_id: attempt.checkout_id,
    line_items: [
      { quantity: 1, price_data: { currency, unit_amount: amount, product_data: { name: context.shop.name } } },
    ],
    success_url: return_url,
    cancel_url: return_url,
    // From the start of the attempt, so that a repeat has the same parameters.
    expires_at: Math.floor(attempt.started_at / 1000) + SESSION_SECONDS,
    // The buyer must pay the amount of the order, in its currency.
    adaptive_pricing: { enabled: false },
    ...methodFilter(attempt),
    payment_method_options: cardOptions(account, attempt),
    payment_intent_data: { capture_method: captureMethod(attempt), metadata: metadataOf(attempt, context) },
    metadata: metadataOf(attempt, context),
  };
}

function captureMethod({ capture }: PaymentAttempt): 'manual' | 'automatic' {
  return capture === 'later' ? 'manual' : 'automatic';
}

export function methodFilter({ capture }: Pick<PaymentAttempt, 'capture'>) {
  return capture === 'later'
    ? { allowed_payment_method_types: [...LATER_METHODS] }
    : { excluded_payment_method_types: [...EXCLUDED_METHODS] };
}

/** Only on request, because Stripe refuses payments that ask for it from accounts that do not have it. */
function cardOptions({ settings }: StripeAccount, { capture }: PaymentAttempt) {
  const isWanted = capture === 'later' && settings.multicapture === 'on';
  return isWanted ? { card: { request_multicapture: 'if_available' as const } } : {};
}

function metadataOf({ id, checkout_id }: PaymentAttempt, { shop }: HandlerContext): Record<string, string> {
  return { attempt_id: id, checkout_id, shop_id: shop.id };
}
