import type { Answer } from '../../calls/answer.js';
import type { Context } from '../../calls/context.js';
import type { Attempt, Checkout } from '../../domain/checkout/checkout.js';
import { assertReady, beginPayment, reservationOf } from '../../domain/checkout/payment.js';
import type { PortalError } from '../../domain/errors/portal-error.js';
import { required } from '../../domain/values/required.js';
import { reservationWrites } from '../../payments/reservation.js';
import { placeFree, resolvePayment, resolverOf } from '../../payments/resolve-payment.js';
import { type Credential, type PaymentOutcome, type Rows, replaced, type Wanted, type Write } from '../../ports.js';
import { assessmentOf } from '../../records/assessment.js';
import { authorOf } from '../../records/audit.js';
import { savedCheckout } from '../../records/saved-checkout.js';
import { causeOf } from '../../records/stock-moves.js';
import type { PaymentInput } from '../../schema/payment.js';
import { assertOpen, hintsOf, ownCheckout } from './change-cart.js';
import { choosePayment } from './choose-payment.js';

/** How a surface shows what became of a payment. */
export interface Shown<Body> {
  answer(rows: Rows, checkout: Checkout): Answer<Body>;
  /** The answer with a payment that was declined; absent = the refusal itself. */
  refused?(rows: Rows, checkout: Checkout, refusal: PortalError): Answer<Body>;
}

/** Pays a checkout and places its order, in the three steps of docs/architecture.md, Payment. */
export async function payCheckout<Body>(context: Context, input: Input, shown: Shown<Body>): Promise<Answer<Body>> {
  const begun = await begin(context, input, shown);
  if (begun.type === 'answered') return begun.answer;
  if (begun.type === 'free') return placeWithoutPayment(context, input, shown);
  if (begun.type === 'joined') {
    await context.gateway.joined(context, input.checkout_id, begun.attempt.id);
    return readAnswer(context, input.checkout_id, shown);
  }
  const answer = await context.gateway.authorize(begun.attempt, begun.credential, (outcome) =>
    outcome.state === 'authorized' || outcome.state === 'declined'
      ? writeOutcome(context, input.checkout_id, begun.attempt, outcome, shown)
      : readAnswer(context, input.checkout_id, shown),
  );
  return answer ?? readAnswer(context, input.checkout_id, shown);
}

type Begun<Body> =
  | { readonly type: 'answered'; readonly answer: Answer<Body> }
  /** There is nothing to pay. */
  | { readonly type: 'free' }
  | { readonly type: 'joined'; readonly attempt: Attempt }
  | { readonly type: 'begun'; readonly attempt: Attempt; readonly credential: Credential | undefined };

interface Input {
  readonly checkout_id: string;
  /** Minor units; absent = the total of the last answer to the platform that fills the checkout. */
  readonly expected_total?: number;
  readonly payment?: PaymentInput | undefined;
}

function totalOf({ expected_total }: Input, { platform }: Checkout): number {
  return expected_total ?? required(platform?.answered_total, 'the total that was answered');
}

/** Step 1: one transaction checks everything again, reserves stock and uses, and records the attempt. */
function begin<Body>(context: Context, input: Input, { answer }: Shown<Body>): Promise<Begun<Body>> {
  return context.step(
    (rows) => {
      const nothing = (result: Begun<Body>) => ({ writes: [], result });
      const checkout = ownCheckout(rows, context, input.checkout_id);
      if (checkout.state === 'completed') return nothing({ type: 'answered', answer: answer(rows, checkout) });
      if (checkout.state === 'paying' && checkout.attempt)
        return nothing({ type: 'joined', attempt: checkout.attempt });
      assertOpen(checkout, context.now);
      const assessment = assessmentOf(rows, checkout, context.now);
      const { shop } = assessment.cart;
      assertReady(assessment, totalOf(input, checkout), context.view.links.checkoutUrl(checkout));
      if (assessment.pricing.total === 0) return nothing({ type: 'free' });
      const { handler, instrument, credential } = choosePayment(context, assessment.cart, input.payment);
      const attempt: Attempt = {
        id: context.ids.next('pay'),
        handler_id: handler.description.id,
        amount: assessment.pricing.total,
        currency: shop.settings.currency,
        started_at: context.now,
        ...(instrument && { instrument }),
      };
      const put = replaced('checkout', checkout, beginPayment(assessment, attempt, context.now));
      const writes: Write[] = [
        ...savedCheckout(authorOf(context), shop.organization_id, put, 'payment.started', ['state', 'attempt']),
        ...reservationWrites(
          reservationOf(assessment),
          causeOf(authorOf(context), 'sale', { checkout_id: checkout.id }),
        ),
      ];
      return { writes, result: { type: 'begun', attempt, credential } };
    },
    ...hintsOf(context, input.checkout_id),
  );
}

/** All steps in one transaction: nothing is to be paid, so no handler is asked and an instrument is not looked at. */
function placeWithoutPayment<Body>(context: Context, input: Input, { answer }: Shown<Body>): Promise<Answer<Body>> {
  return context.update(
    (rows) => {
      const checkout = ownCheckout(rows, context, input.checkout_id);
      if (checkout.state === 'completed') return { writes: [], answer: answer(rows, checkout) };
      assertOpen(checkout, context.now);
      const assessment = assessmentOf(rows, checkout, context.now);
      assertReady(assessment, totalOf(input, checkout), context.view.links.checkoutUrl(checkout));
      const { writes, checkout: after } = placeFree(rows, authorOf(context), assessment);
      return { writes, answer: answer(rows, after) };
    },
    ...hintsOf(context, input.checkout_id),
    ...orderHints(context),
  );
}

/** Step 3. Only a definite outcome is recorded for repeats of the call. */
function writeOutcome<Body>(
  context: Context,
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
      // An attempt that was voided meanwhile has no outcome that a repeat should get.
      return refusal
        ? { writes, answer: refused?.(rows, after, refusal) ?? { refusal } }
        : { writes, answer: answer(rows, after), final: after.state === 'completed' };
    },
    ...hintsOf(context, checkoutId),
    ...orderHints(context),
  );
}

/** What is read to place an order: its number, and who is told of it. */
function orderHints({ caller }: Context): Wanted[] {
  const { id, shop_id } = required(caller.deployment, 'deployment');
  return [
    ['counters', 'display_id', [shop_id]],
    ['get', 'organization', caller.organization_id],
    ...(caller.platform?.proven ? [['get', 'deployment', id] as const] : []),
  ];
}

function readAnswer<Body>(context: Context, checkoutId: string, { answer }: Shown<Body>): Promise<Answer<Body>> {
  const look = (rows: Rows) => answer(rows, required(rows.get('checkout', checkoutId), 'checkout'));
  return context.read(look, ...hintsOf(context, checkoutId));
}
