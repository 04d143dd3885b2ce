import type { Answer } from '../../calls/answer.js';
import type { Attempt } from '../../domain/checkout/checkout.js';
import { required } from '../../domain/values/required.js';
import { placeFree, resolvePayment, resolverOf } from '../../payments/resolve-payment.js';
import type { PaymentOutcome, Rows, Wanted } from '../../ports.js';
import { authorOf } from '../../records/audit.js';
import { begin, type CompletionInput, payable } from './begin-payment.js';
import type { PaymentContext } from './cart-context.js';
import { hintsOf, ownCheckout } from './change-cart.js';
import type { Shown } from './shown-payment.js';

/** Pays a checkout and places its order in three steps (docs/dev/architecture.md, Payment). */
export async function payCheckout<Body>(
  context: PaymentContext,
  input: CompletionInput,
  shown: Shown<Body>,
): Promise<Answer<Body>> {
  const begun = await begin(context, input, shown);
  if (begun.type === 'answered') return begun.answer;
  if (begun.type === 'free') return placeWithoutPayment(context, input, shown);
  if (begun.type === 'in_progress') {
    await context.services.payments.resolved(context, input.checkout_id, begun.attempt.id);
    return readAnswer(context, input.checkout_id, shown);
  }
  const answer = await context.services.payments.authorize(begun.attempt, begun.credential, (outcome) =>
    outcome.state === 'authorized' || outcome.state === 'declined'
      ? writeOutcome(context, input.checkout_id, begun.attempt, outcome, shown)
      : readAnswer(context, input.checkout_id, shown),
  );
  return answer ?? readAnswer(context, input.checkout_id, shown);
}

/** Places a free order in one transaction, without a handler and ignoring instruments. */
function placeWithoutPayment<Body>(
  context: PaymentContext,
  input: CompletionInput,
  { answer }: Shown<Body>,
): Promise<Answer<Body>> {
  return context.update(
    (rows) => {
      const checkout = ownCheckout(rows, context, input.checkout_id);
      if (checkout.state === 'completed') return { writes: [], answer: answer(rows, checkout) };
      const assessment = payable(rows, context, input, checkout);
      const { writes, checkout: after } = placeFree(rows, authorOf(context), assessment);
      return { writes, answer: answer(rows, after) };
    },
    ...hintsOf(context, input.checkout_id),
    ...orderHints(context),
  );
}

/** Step 3. Repeats of the call get only a definite outcome. */
function writeOutcome<Body>(
  context: PaymentContext,
  checkoutId: string,
  attempt: Attempt,
  outcome: PaymentOutcome,
  { answer, refused }: Shown<Body>,
): Promise<Answer<Body>> {
  return context.update(
    (rows) => {
      const checkout = required(rows.get('checkout', checkoutId), 'checkout');
      const {
        writes,
        refusal,
        checkout: after,
      } = resolvePayment(rows, resolverOf(context), checkout, attempt, outcome);
      // Repeats must not get the outcome of an attempt that was voided meanwhile.
      return refusal
        ? { writes, answer: refused?.(rows, after, refusal) ?? { refusal } }
        : { writes, answer: answer(rows, after), final: after.state === 'completed' };
    },
    ...hintsOf(context, checkoutId),
    ...orderHints(context),
  );
}

/** Rows read to place an order: its number and receivers of its events. */
function orderHints({ caller }: Pick<PaymentContext, 'caller'>): Wanted[] {
  const { id, shop_id } = required(caller.deployment, 'deployment');
  return [
    ['counters', 'display_id', [shop_id]],
    ['get', 'organization', caller.organization_id],
    ...(caller.platform?.proven ? [['get', 'deployment', id] as const] : []),
  ];
}

function readAnswer<Body>(context: PaymentContext, checkoutId: string, { answer }: Shown<Body>): Promise<Answer<Body>> {
  const look = (rows: Rows) => answer(rows, required(rows.get('checkout', checkoutId), 'checkout'));
  return context.read(look, ...hintsOf(context, checkoutId));
}
