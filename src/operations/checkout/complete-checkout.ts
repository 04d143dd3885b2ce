import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { defineOperation } from '../../calls/define.js';
import type { Attempt } from '../../domain/checkout/checkout.js';
import { assertReady, beginPayment, reservationOf } from '../../domain/checkout/payment.js';
import { required } from '../../domain/values/required.js';
import { reservationWrites } from '../../payments/reservation.js';
import { placeFree, resolvePayment, resolverOf } from '../../payments/resolve-payment.js';
import { type Credential, type PaymentOutcome, type Rows, replaced, type Wanted, type Write } from '../../ports.js';
import { assessmentOf } from '../../records/assessment.js';
import { authorOf } from '../../records/audit.js';
import { savedCheckout } from '../../records/saved-checkout.js';
import { causeOf } from '../../records/stock-moves.js';
import { checkoutF } from '../../schema/checkout.js';
import { agentPaymentInput, announcedPaymentInput, type PaymentInput, paymentInput } from '../../schema/payment.js';
import { amount, dataOf, id } from '../../schema/primitives.js';
import { assertOpen, type CheckoutAnswer, hintsOf, ownCheckout } from './change-cart.js';
import { choosePayment } from './choose-payment.js';
import { cartToComplete } from './current-cart.js';
import { answerOf } from './read-checkout.js';
import { summarized } from './summarized.js';

const inputWith = <Payment extends z.ZodType>(payment: Payment) =>
  z.strictObject({
    checkout_id: id('Id of the checkout'),
    expected_total: amount('The `total` as last shown to the buyer, in minor units (1999 = 19.99)').min(0),
    payment: payment
      .optional()
      .describe('How to pay; can be left out where the only handler needs no instrument, or nothing is to be paid'),
  });

/** As it is announced: without a total, the person is asked, or the call is refused. */
const announcedInput = inputWith(announcedPaymentInput).extend({
  expected_total: amount(
    'The total that the buyer agreed to, in minor units (1999 = 19.99). Without it, the person is asked if the client can',
  )
    .min(0)
    .optional(),
});

export const completeCheckout = defineOperation({
  name: 'complete_checkout',
  title: 'Complete the checkout',
  description:
    'Pays a checkout that is ready and places the order, once. `expected_total` is the total that the buyer agreed to: if it has changed, the call is refused.',
  scope: 'commerce',
  effect: 'destructive',
  idempotent: true,
  input: inputWith(paymentInput),
  inputErrors: { checkout_id: 'checkout_not_found' },
  output: dataOf(checkoutF),
  sample: ({ readyCheckout, total }) => ({
    checkout_id: readyCheckout,
    expected_total: total,
    payment: {
      instruments: [
        {
          id: 'card-1',
          handler_id: 'sandbox_card',
          type: 'card' as const,
          brand: 'visa',
          last_digits: '4242',
          credential: { type: 'token', token: 'tok_approve' },
        },
      ],
    },
  }),
  errors: [
    'checkout_not_found',
    'checkout_closed',
    'checkout_not_ready',
    'out_of_stock',
    'total_changed',
    'payment_instrument_invalid',
    'payment_failed',
    'version_conflict',
  ],
  http: { method: 'post', path: '/api/commerce/checkouts/{id}/complete', parts: { id: 'checkout_id' } },
  mcp: {
    defaultCheckout: cartToComplete,
    answer: summarized,
    input: inputWith(agentPaymentInput),
    announced: announcedInput,
    asksPerson: true,
    description:
      'Pay and place the order. Call it when the checkout status is ready_for_complete and the buyer has agreed to the total: pass that total as expected_total (minor units). ' +
      'payment names one of the handlers that a ready checkout lists; it can be left out only where the shop has a single handler that needs no instrument, or the total is 0. On status complete_in_progress, call get_checkout after a moment. Then get_order with order.id.',
  },
  // Credentials are passed to the handler and never stored, not even as a hash.
  fingerprint: ({ payment, ...rest }) => ({ ...rest, payment: payment && withoutCredentials(payment) }),
  async handle(context, input) {
    const begun = await begin(context, input);
    if (begun.type === 'answered') return begun.answer;
    if (begun.type === 'free') return placeWithoutPayment(context, input);
    if (begun.type === 'joined') {
      await context.gateway.joined(context, input.checkout_id, begun.attempt.id);
      return readAnswer(context, input.checkout_id);
    }
    const answer = await context.gateway.authorize(begun.attempt, begun.credential, (outcome) =>
      outcome.state === 'authorized' || outcome.state === 'declined'
        ? writeOutcome(context, input.checkout_id, begun.attempt, outcome)
        : readAnswer(context, input.checkout_id),
    );
    return answer ?? readAnswer(context, input.checkout_id);
  },
});

function withoutCredentials(payment: PaymentInput) {
  return { ...payment, instruments: payment.instruments.map(({ credential, ...instrument }) => instrument) };
}

type Begun =
  | { readonly type: 'answered'; readonly answer: CheckoutAnswer }
  /** There is nothing to pay. */
  | { readonly type: 'free' }
  | { readonly type: 'joined'; readonly attempt: Attempt }
  | { readonly type: 'begun'; readonly attempt: Attempt; readonly credential: Credential | undefined };

interface Input {
  readonly checkout_id: string;
  readonly expected_total: number;
  readonly payment?: PaymentInput | undefined;
}

/** Step 1: one transaction checks everything again, reserves stock and uses, and records the attempt. */
function begin(context: Context, input: Input): Promise<Begun> {
  return context.step(
    (rows) => {
      const nothing = (result: Begun) => ({ writes: [], result });
      const checkout = ownCheckout(rows, context, input.checkout_id);
      if (checkout.state === 'completed')
        return nothing({ type: 'answered', answer: answerOf(rows, context, checkout) });
      if (checkout.state === 'paying' && checkout.attempt)
        return nothing({ type: 'joined', attempt: checkout.attempt });
      assertOpen(checkout, context.now);
      const assessment = assessmentOf(rows, checkout, context.now);
      const { shop } = assessment.cart;
      assertReady(assessment, input.expected_total, context.view.links.checkoutUrl(checkout));
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
function placeWithoutPayment(context: Context, input: Input): Promise<CheckoutAnswer> {
  return context.update(
    (rows) => {
      const checkout = ownCheckout(rows, context, input.checkout_id);
      if (checkout.state === 'completed') return { writes: [], answer: answerOf(rows, context, checkout) };
      assertOpen(checkout, context.now);
      const assessment = assessmentOf(rows, checkout, context.now);
      assertReady(assessment, input.expected_total, context.view.links.checkoutUrl(checkout));
      const { writes, checkout: after } = placeFree(rows, authorOf(context), assessment);
      return { writes, answer: answerOf(rows, context, after) };
    },
    ...hintsOf(context, input.checkout_id),
    displayIdHint(context),
  );
}

/** Step 3. Only a definite outcome is recorded for repeats of the call. */
function writeOutcome(
  context: Context,
  checkoutId: string,
  attempt: Attempt,
  outcome: PaymentOutcome,
): Promise<CheckoutAnswer> {
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
        ? { writes, answer: { refusal } }
        : { writes, answer: answerOf(rows, context, after), final: after.state === 'completed' };
    },
    ...hintsOf(context, checkoutId),
    displayIdHint(context),
  );
}

function displayIdHint({ caller }: Context): Wanted {
  return ['counters', 'display_id', [required(caller.deployment, 'deployment').shop_id]];
}

function readAnswer(context: Context, checkoutId: string): Promise<CheckoutAnswer> {
  const look = (rows: Rows) => answerOf(rows, context, required(rows.get('checkout', checkoutId), 'checkout'));
  return context.read(look, ...hintsOf(context, checkoutId));
}
