import type { Answer } from '../../calls/answer.js';
import type { Context } from '../../calls/context.js';
import type { Attempt, Checkout } from '../../domain/checkout/checkout.js';
import { findChangedTotal } from '../../domain/checkout/consent.js';
import { assertReady, beginPayment, reservationFor } from '../../domain/checkout/payment.js';
import type { Assessment } from '../../domain/checkout/status.js';
import { required } from '../../domain/values/required.js';
import { reservationWrites } from '../../payments/reservation.js';
import { type Credential, type Rows, replaceWrite, type Write } from '../../ports.js';
import { assessmentOf } from '../../records/assessment.js';
import { authorOf } from '../../records/audit.js';
import { buildCheckoutWrites } from '../../records/checkout-writes.js';
import { causeOf } from '../../records/stock-moves.js';
import type { PaymentInput } from '../../schema/payment.js';
import type { PaymentContext } from './cart-context.js';
import { assertOpen, buildCheckoutHints, ownCheckout } from './change-cart.js';
import { choosePayment } from './choose-payment.js';
import { withPayLink } from './pay-link.js';
import type { PaymentResponses } from './payment-responses.js';

export interface CompletionInput {
  readonly checkout_id: string;
  /** Minor units. Omitted over UCP, where it defaults to the total in the last response to the platform. */
  readonly expected_total?: number;
  readonly payment?: PaymentInput | undefined;
}

export type StartedPayment<Body> =
  | { readonly type: 'answered'; readonly answer: Answer<Body> }
  /** The checkout is free, so there is nothing to pay. */
  | { readonly type: 'free' }
  /** Another call, or an earlier run of this one, has started a payment. */
  | { readonly type: 'in_progress'; readonly attempt: Attempt }
  | { readonly type: 'begun'; readonly attempt: Attempt; readonly credential: Credential | undefined };

/**
 * Runs step 1 of a payment. A single transaction checks again that the checkout can be paid, reserves stock and
 * discount uses, and records the attempt.
 */
export function startPayment<Body>(
  context: PaymentContext,
  input: CompletionInput,
  { answer, inProgress }: PaymentResponses<Body>,
): Promise<StartedPayment<Body>> {
  return context.step(
    (rows) => {
      const nothing = (result: StartedPayment<Body>) => ({ writes: [], result });
      const checkout = ownCheckout(rows, context, input.checkout_id);
      const { attempt } = checkout;
      if (checkout.state === 'completed') return nothing({ type: 'answered', answer: answer(rows, checkout) });
      if (checkout.state === 'paying' && attempt) {
        return !isRepeat(context, attempt) && inProgress
          ? nothing({ type: 'answered', answer: inProgress(rows, checkout) })
          : nothing({ type: 'in_progress', attempt });
      }
      const assessment = requirePayable(rows, context, input, checkout);
      return assessment.pricing.total === 0 ? nothing({ type: 'free' }) : started(context, assessment, input);
    },
    ...buildCheckoutHints(context, input.checkout_id),
  );
}

/**
 * Assesses an open checkout, and checks that it can be paid now.
 * @throws PortalError `checkout_closed`, `payment_in_progress`, `out_of_stock`, `checkout_not_ready`, `total_changed`
 */
export function requirePayable(
  rows: Rows,
  context: PaymentContext,
  input: CompletionInput,
  checkout: Checkout,
): Assessment {
  assertOpen(checkout, context.now);
  const assessment = assessmentOf(rows, checkout, context.now);
  assertReady(assessment, context.services.view.links.checkoutUrl(checkout));
  const changed = findChangedTotal(assessment.cart, assessment.pricing, totalOf(input, checkout));
  // The linked page shows the buyer the current total.
  if (changed) throw withPayLink(context, checkout, changed);
  return assessment;
}

function totalOf({ expected_total }: CompletionInput, { platform }: Checkout): number {
  return expected_total ?? required(platform?.answered_total, 'the total that was answered');
}

/**
 * True if the open payment was started by this call, or by an earlier call that this one repeats.
 * @throws PortalError `idempotency_conflict` if the earlier call had different arguments
 */
export function isRepeat({ call: { repeatable } }: Pick<Context, 'call'>, { repeatable: first }: Attempt): boolean {
  if (!repeatable || first?.id !== repeatable.id) return false;
  repeatable.assertSame(first.fingerprint);
  return true;
}

/** @throws PortalError `payment_instrument_invalid` */
function started(context: PaymentContext, assessment: Assessment, { payment }: CompletionInput) {
  const { repeatable } = context.call;
  const { checkout, shop } = assessment.cart;
  const { handler, instrument, credential } = choosePayment(context, assessment.cart, payment);
  const attempt: Attempt = {
    id: context.ids.next('pay'),
    handler_id: handler.description.id,
    amount: assessment.pricing.total,
    currency: shop.settings.currency,
    started_at: context.now,
    ...(instrument && { instrument }),
    ...(repeatable && { repeatable: { id: repeatable.id, fingerprint: repeatable.fingerprint } }),
  };
  const put = replaceWrite('checkout', checkout, beginPayment(assessment, attempt, context.now));
  const writes: Write[] = [
    ...buildCheckoutWrites(authorOf(context), shop.organization_id, put, 'payment.started', ['state', 'attempt']),
    ...reservationWrites(reservationFor(assessment), causeOf(authorOf(context), 'sale', { checkout_id: checkout.id })),
  ];
  return { writes, result: { type: 'begun' as const, attempt, credential } };
}
