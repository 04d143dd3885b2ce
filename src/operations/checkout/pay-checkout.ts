import type { Answer } from '../../calls/answer.js';
import type { Attempt } from '../../domain/checkout/checkout.js';
import { extend } from '../../domain/values/extend.js';
import { required } from '../../domain/values/required.js';
import { callPlace, handlerAttempt } from '../../payments/handler-attempt.js';
import { makeResolver, resolvePayment } from '../../payments/resolve-payment.js';
import type { PaymentOutcome, Rows } from '../../ports.js';
import {
  buildOrderHints,
  type CompletionInput,
  type PaymentCall,
  type StartedPayment,
  startPayment,
} from './begin-payment.js';
import type { OrderingContext } from './cart-context.js';
import { buildCheckoutHints, ownCheckout } from './change-cart.js';
import { buildContinueUrl, withPayLink } from './pay-link.js';
import type { PaymentResponses } from './payment-responses.js';

/** Pays a stored checkout and places its order (docs/dev/architecture.md, Payment). */
export async function payCheckout<Body>(
  context: OrderingContext,
  input: CompletionInput,
  responses: PaymentResponses<Body>,
): Promise<Answer<Body>> {
  const find = (rows: Rows) => ({ checkout: ownCheckout(rows, context, input.checkout_id) });
  const call = extend(input, { responses, find });
  return finishPayment(context, call, await startPayment(context, call));
}

/** Runs the steps of a payment after the first. */
export async function finishPayment<Body>(
  context: OrderingContext,
  call: PaymentCall<Body>,
  started: StartedPayment<Body>,
): Promise<Answer<Body>> {
  if (started.type === 'answered') return started.answer;
  if (started.type === 'completed') return answerState(context, call);
  if (started.type === 'in_progress') {
    await context.services.payments.waitUntilResolved(context, call.checkout_id, started.attempt.id);
    return answerState(context, call);
  }
  const { checkout, attempt, credential } = started;
  const place = { ...callPlace(checkout), return_url: buildContinueUrl(context, checkout) };
  const { payments } = context.services;
  const answer = await payments.authorize(handlerAttempt(checkout, attempt), place, credential, (outcome) =>
    isNews(outcome) ? writeOutcome(context, call, attempt, outcome) : answerState(context, call),
  );
  return answer ?? answerState(context, call);
}

/** True for an outcome that has to be written. */
function isNews(outcome: PaymentOutcome): boolean {
  return outcome.state === 'pending' ? outcome.until !== undefined : outcome.state !== 'unknown';
}

/** Runs step 3 of a payment. The response is stored for repeats only if the outcome is final. */
function writeOutcome<Body>(
  context: OrderingContext,
  { checkout_id: checkoutId, responses: { answer, refused }, retriesDecline = false }: PaymentCall<Body>,
  attempt: Attempt,
  outcome: PaymentOutcome,
): Promise<Answer<Body>> {
  return context.update(
    (rows) => {
      const checkout = required(rows.get('checkout', checkoutId), 'checkout');
      const {
        writes,
        refusal,
        checkout: after,
        assessment,
      } = resolvePayment(rows, makeResolver(context), checkout, attempt, outcome);
      // If the attempt was voided in the meantime, its outcome must not be stored for repeats.
      if (!refusal) return { writes, answer: answer(rows, after, assessment), final: after.state === 'completed' };
      const declined = refused?.(rows, after, refusal) ?? { refusal: withPayLink(context, after, refusal) };
      return { writes, answer: declined, final: !retriesDecline };
    },
    ...buildCheckoutHints(context, checkoutId),
    ...buildOrderHints(context),
    ['get', 'payment', attempt.id],
  );
}

/** Returns the present state. If others have completed the checkout, the response is stored for repeats. */
function answerState<Body>(
  context: OrderingContext,
  { checkout_id, responses }: PaymentCall<Body>,
): Promise<Answer<Body>> {
  return context.update(
    (rows) => {
      const checkout = required(rows.get('checkout', checkout_id), 'checkout');
      return { writes: [], answer: responses.answer(rows, checkout), final: checkout.state === 'completed' };
    },
    ...buildCheckoutHints(context, checkout_id),
  );
}
