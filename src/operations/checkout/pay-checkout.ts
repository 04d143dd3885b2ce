import type { Answer } from '../../calls/answer.js';
import type { AnswerDecision } from '../../calls/context.js';
import type { Attempt } from '../../domain/checkout/checkout.js';
import { required } from '../../domain/values/required.js';
import { callPlace, handlerAttempt } from '../../payments/handler-attempt.js';
import { makeResolver, placeFreeOrder, resolvePayment } from '../../payments/resolve-payment.js';
import type { PaymentOutcome, Rows, Wanted } from '../../ports.js';
import { authorOf } from '../../records/audit.js';
import {
  assessPayment,
  type CompletionInput,
  type PaymentCall,
  type StartedPayment,
  startPayment,
} from './begin-payment.js';
import type { OrderingContext } from './cart-context.js';
import { buildCheckoutHints, ownCheckout } from './change-cart.js';
import { buildContinueUrl, withPayLink } from './pay-link.js';
import type { PaymentResponses } from './payment-responses.js';

/** Pays a stored checkout and places its order, in three steps (docs/dev/architecture.md, Payment). */
export async function payCheckout<Body>(
  context: OrderingContext,
  input: CompletionInput,
  responses: PaymentResponses<Body>,
): Promise<Answer<Body>> {
  const call = { ...input, responses, find: (rows: Rows) => ownCheckout(rows, context, input.checkout_id) };
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
  if (started.type === 'free') {
    const placed = await placeWithoutPayment(context, call);
    return placed ?? finishPayment(context, call, await startPayment(context, call));
  }
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

/** Thrown in the transaction of a free order if its checkout costs something by now. */
class NoLongerFree extends Error {
  override readonly name = 'NoLongerFree';
}

/**
 * Places a free order in a single transaction. It calls no payment handler and ignores instruments. Resolves to
 * `undefined`, with nothing written, if the checkout is no longer free.
 */
async function placeWithoutPayment<Body>(
  context: OrderingContext,
  call: PaymentCall<Body>,
): Promise<Answer<Body> | undefined> {
  const hints = [...buildCheckoutHints(context, call.checkout_id, call.needs), ...orderHints(context)];
  try {
    return await context.update((rows) => placeFree(rows, context, call), ...hints);
  } catch (error) {
    if (error instanceof NoLongerFree) return undefined;
    throw error;
  }
}

/** @throws NoLongerFree */
function placeFree<Body>(rows: Rows, context: OrderingContext, call: PaymentCall<Body>): AnswerDecision<Body, never> {
  const { answer } = call.responses;
  const checkout = call.find(rows);
  if (checkout.state === 'completed') return { writes: [], answer: answer(rows, checkout) };
  const { assessment, refused } = assessPayment(rows, context, call, checkout);
  if (refused) return { writes: refused.writes, answer: { refusal: refused.refusal }, final: false };
  // A limit allows other totals than 0.
  if (assessment.pricing.total !== 0) throw new NoLongerFree();
  const { writes, checkout: after } = placeFreeOrder(rows, authorOf(context), assessment);
  return { writes, answer: answer(rows, after) };
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
      } = resolvePayment(rows, makeResolver(context), checkout, attempt, outcome);
      // If the attempt was voided in the meantime, its outcome must not be stored for repeats.
      if (!refusal) return { writes, answer: answer(rows, after), final: after.state === 'completed' };
      const declined = refused?.(rows, after, refusal) ?? { refusal: withPayLink(context, after, refusal) };
      return { writes, answer: declined, final: !retriesDecline };
    },
    ...buildCheckoutHints(context, checkoutId),
    ...orderHints(context),
    ['get', 'payment', attempt.id],
  );
}

/** Lists the rows that are read to place an order: the order number, and the receivers of its events and notices. */
function orderHints({ caller, services }: Pick<OrderingContext, 'caller' | 'services'>): Wanted[] {
  const { id, shop_id } = required(caller.deployment, 'deployment');
  return [
    ['counters', 'display_id', [shop_id]],
    ['get', 'organization', caller.organization_id],
    ...(services.mail.secret ? [['confirmedStaff', caller.organization_id] as const] : []),
    ...(caller.platform?.proven ? [['get', 'deployment', id] as const] : []),
  ];
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
