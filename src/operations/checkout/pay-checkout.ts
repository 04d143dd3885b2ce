import type { Answer } from '../../calls/answer.js';
import { extend } from '../../domain/values/extend.js';
import { required } from '../../domain/values/required.js';
import { callPlace, handlerAttempt } from '../../payments/handler-attempt.js';
import { makeResolver, resolvePayment } from '../../payments/resolve-payment.js';
import type { PaymentOutcome, Rows } from '../../ports.js';
import {
  type BegunPayment,
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
  const { checkout_id, ...agreed } = input;
  const find = (rows: Rows) => ({ checkout: ownCheckout(rows, context, checkout_id) });
  const call = extend(agreed, { responses, find, hints: buildCheckoutHints(context, checkout_id) });
  return finishPayment(context, call, await startPayment(context, call));
}

/** Runs the steps of a payment after the first. */
export async function finishPayment<Body>(
  context: OrderingContext,
  call: PaymentCall<Body>,
  started: StartedPayment<Body>,
): Promise<Answer<Body>> {
  if (started.type === 'answered') return started.answer;
  const { checkout } = started;
  if (started.type === 'completed') return answerState(context, call, checkout.id);
  if (started.type === 'in_progress') {
    await context.services.payments.waitUntilResolved(context, checkout.id, started.attempt.id);
    return answerState(context, call, checkout.id);
  }
  const { attempt, credential } = started;
  const place = { ...callPlace(checkout), return_url: buildContinueUrl(context, checkout) };
  const { payments } = context.services;
  const answer = await payments.authorize(handlerAttempt(checkout, attempt), place, credential, (outcome) =>
    isNews(outcome) ? writeOutcome(context, call, started, outcome) : answerState(context, call, checkout.id),
  );
  return answer ?? answerState(context, call, checkout.id);
}

/** True for an outcome that has to be written. */
function isNews(outcome: PaymentOutcome): boolean {
  return outcome.state === 'pending' ? outcome.until !== undefined : outcome.state !== 'unknown';
}

/** Runs step 3 of a payment. The response is stored for repeats only if the outcome is final. */
function writeOutcome<Body>(
  context: OrderingContext,
  { responses: { answer, refused }, retriesDecline = false }: PaymentCall<Body>,
  { checkout: { id }, attempt }: BegunPayment,
  outcome: PaymentOutcome,
): Promise<Answer<Body>> {
  return context.update(
    (rows) => {
      const checkout = required(rows.get('checkout', id), 'checkout');
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
    ...buildCheckoutHints(context, id),
    ...buildOrderHints(context),
    ['get', 'payment', attempt.id],
  );
}

/** Returns the present state. If others have completed the checkout, the response is stored for repeats. */
function answerState<Body>(
  context: OrderingContext,
  { responses }: PaymentCall<Body>,
  checkoutId: string,
): Promise<Answer<Body>> {
  return context.update(
    (rows) => {
      const checkout = required(rows.get('checkout', checkoutId), 'checkout');
      return { writes: [], answer: responses.answer(rows, checkout), final: checkout.state === 'completed' };
    },
    ...buildCheckoutHints(context, checkoutId),
  );
}
