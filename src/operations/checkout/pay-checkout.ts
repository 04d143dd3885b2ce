import type { Answer } from '../../calls/answer.js';
import type { Attempt } from '../../domain/checkout/checkout.js';
import { required } from '../../domain/values/required.js';
import { makeResolver, placeFreeOrder, resolvePayment } from '../../payments/resolve-payment.js';
import type { PaymentOutcome, Rows, Wanted } from '../../ports.js';
import { authorOf } from '../../records/audit.js';
import {
  type CompletionInput,
  keepRefused,
  type PaymentCall,
  requirePayable,
  type StartedPayment,
  startPayment,
} from './begin-payment.js';
import type { PaymentContext } from './cart-context.js';
import { buildCheckoutHints, ownCheckout } from './change-cart.js';
import { withPayLink } from './pay-link.js';
import type { PaymentResponses } from './payment-responses.js';

/** Pays a stored checkout and places its order, in three steps (docs/dev/architecture.md, Payment). */
export async function payCheckout<Body>(
  context: PaymentContext,
  input: CompletionInput,
  responses: PaymentResponses<Body>,
): Promise<Answer<Body>> {
  const call = { ...input, responses, find: (rows: Rows) => ownCheckout(rows, context, input.checkout_id) };
  return finishPayment(context, call, await startPayment(context, call));
}

/** Runs the steps of a payment after the first. */
export async function finishPayment<Body>(
  context: PaymentContext,
  call: PaymentCall<Body>,
  started: StartedPayment<Body>,
): Promise<Answer<Body>> {
  const { checkout_id, responses } = call;
  if (started.type === 'answered') return started.answer;
  if (started.type === 'free') return placeWithoutPayment(context, call);
  if (started.type === 'in_progress') {
    await context.services.payments.resolved(context, checkout_id, started.attempt.id);
    return readAnswer(context, checkout_id, responses);
  }
  const answer = await context.services.payments.authorize(started.attempt, started.credential, (outcome) =>
    outcome.state === 'authorized' || outcome.state === 'declined'
      ? writeOutcome(context, checkout_id, started.attempt, outcome, responses)
      : readAnswer(context, checkout_id, responses),
  );
  return answer ?? readAnswer(context, checkout_id, responses);
}

/** Places a free order in a single transaction. It calls no payment handler and ignores instruments. */
function placeWithoutPayment<Body>(context: PaymentContext, call: PaymentCall<Body>): Promise<Answer<Body>> {
  const { answer } = call.responses;
  return context.update(
    (rows) => {
      const checkout = call.find(rows);
      if (checkout.state === 'completed') return { writes: [], answer: answer(rows, checkout) };
      try {
        const assessment = requirePayable(rows, context, call, checkout);
        const { writes, checkout: after } = placeFreeOrder(rows, authorOf(context), assessment);
        return { writes, answer: answer(rows, after) };
      } catch (error) {
        const { writes, refusal } = keepRefused(checkout, error);
        return { writes, answer: { refusal }, final: false };
      }
    },
    ...buildCheckoutHints(context, call.checkout_id, call.needs),
    ...orderHints(context),
  );
}

/** Runs step 3 of a payment. The response is stored for repeats only if the outcome is final. */
function writeOutcome<Body>(
  context: PaymentContext,
  checkoutId: string,
  attempt: Attempt,
  outcome: PaymentOutcome,
  { answer, refused }: PaymentResponses<Body>,
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
      return refusal
        ? { writes, answer: refused?.(rows, after, refusal) ?? { refusal: withPayLink(context, after, refusal) } }
        : { writes, answer: answer(rows, after), final: after.state === 'completed' };
    },
    ...buildCheckoutHints(context, checkoutId),
    ...orderHints(context),
  );
}

/** Lists the rows that are read to place an order: the order number, and the receivers of its events. */
function orderHints({ caller }: Pick<PaymentContext, 'caller'>): Wanted[] {
  const { id, shop_id } = required(caller.deployment, 'deployment');
  return [
    ['counters', 'display_id', [shop_id]],
    ['get', 'organization', caller.organization_id],
    ...(caller.platform?.proven ? [['get', 'deployment', id] as const] : []),
  ];
}

function readAnswer<Body>(
  context: PaymentContext,
  checkoutId: string,
  { answer }: PaymentResponses<Body>,
): Promise<Answer<Body>> {
  const look = (rows: Rows) => answer(rows, required(rows.get('checkout', checkoutId), 'checkout'));
  return context.read(look, ...buildCheckoutHints(context, checkoutId));
}
