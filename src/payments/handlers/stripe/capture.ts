import type { Stripe } from 'stripe';
import { required } from '../../../domain/values/required.js';
import type { Capture, CaptureOutcome, HandlerContext } from '../../../ports.js';
import type { StripeAccount } from './account.js';
import { fromStripeAmount, toStripeAmount } from './amounts.js';
import { Refusal } from './failures.js';
import { paidIntent } from './paid-intent.js';
import { capturesOf, chargeOf } from './report.js';

/**
 * Captures part or all of a payment. Stripe records the id of the capture in the payment's metadata in the same step, so
 * a repeat is recognized when Stripe has forgotten the idempotency key.
 */
export async function capture(
  account: StripeAccount,
  wanted: Capture,
  notes: HandlerContext['notes'],
): Promise<CaptureOutcome> {
  const intent = await paidIntent(account, wanted.attempt_id, notes);
  const earlier = findEarlierCapture(intent, wanted);
  if (earlier) return earlier;
  const amount = toStripeAmount(wanted);
  if (amount === undefined) return failed(`Stripe cannot capture this amount in ${wanted.currency}`);
  // Stripe refuses a capture of all that is left if it is not said to be the final one.
  const isFinal = wanted.final || amount === intent.amount_capturable;
  if (!isFinal && capturesOf(required(chargeOf(intent), `the charge of ${intent.id}`)) === 'once')
    return failed('this payment can be captured once, which releases the rest: capture it with "final": true');
  const answer = await account.answerOrRefusal(
    account.client.paymentIntents.capture(
      intent.id,
      {
        amount_to_capture: amount,
        metadata: { [metadataKey(wanted)]: String(amount) },
        ...(!isFinal && { final_capture: false }),
      },
      { idempotencyKey: wanted.id },
    ),
  );
  return answer instanceof Refusal ? resolveRefusal(account, wanted, answer, notes) : { state: 'completed' };
}

function findEarlierCapture({ metadata }: Stripe.PaymentIntent, wanted: Capture): CaptureOutcome | undefined {
  const text = metadata[metadataKey(wanted)];
  if (text === undefined) return undefined;
  return { state: 'completed', captured: fromStripeAmount({ amount: Number(text), currency: wanted.currency }) };
}

/** Stripe's names of metadata have up to 40 characters. The end of an id is its random part. */
function metadataKey({ id }: Capture): string {
  return id.slice(-40);
}

/** A concurrent call with the same id may have captured it since the payment was read. */
async function resolveRefusal(
  account: StripeAccount,
  wanted: Capture,
  refusal: Refusal,
  notes: HandlerContext['notes'],
): Promise<CaptureOutcome> {
  const intent = await paidIntent(account, wanted.attempt_id, notes);
  return findEarlierCapture(intent, wanted) ?? failed(refusal.reason);
}

function failed(reason: string): CaptureOutcome {
  return { state: 'failed', reason };
}
