import type { Context } from '../../calls/context.js';
import type { Checkout, Instrument } from '../../domain/checkout/checkout.js';
import { PortalError } from '../../domain/errors/portal-error.js';
import { omitUndefined } from '../../domain/values/present.js';
import { required } from '../../domain/values/required.js';
import { isRepeat } from '../../operations/checkout/begin-payment.js';
import type { OrderingContext } from '../../operations/checkout/cart-context.js';
import { ownCheckout } from '../../operations/checkout/change-cart.js';
import { payCheckout } from '../../operations/checkout/pay-checkout.js';
import { type Rows, replaceWrite } from '../../ports.js';
import type { PaymentInput } from '../../schema/payment.js';
import type { UcpAnswer } from '../answer.js';
import { CHECKOUT } from '../capabilities.js';
import { checkoutAnswer } from '../checkout/answers.js';
import type { ResponseExtras } from '../checkout/canonical-checkout.js';
import { chargingHandlerId } from '../checkout/google-pay.js';
import type { PaymentRequest } from '../checkout/payment-request.js';
import { inProgressMessage, refusalMessage } from '../checkout/refusals.js';
import { agreedTerms, isSameAgreement } from '../order/agreed.js';
import type { Session } from '../session.js';
import { defineUcpOperation, type UcpCall } from './ucp-operation.js';

export const completeCheckout = defineUcpOperation({
  name: 'complete_checkout',
  title: 'Complete a checkout',
  description: 'Pay, and place the order.',
  capability: CHECKOUT,
  effect: 'destructive',
  needsKey: true,
  isSigned: true,
  rest: { method: 'post', path: '/checkout-sessions/{id}/complete' },
  payload: 'checkout',
  read: wantedOrRefused,
  async handle(context: OrderingContext, session, id, wanted) {
    const tried = triedInstrument(wanted.payment);
    const show = (rows: Rows, checkout: Checkout, aside: ResponseExtras = {}) =>
      checkoutAnswer(rows, context, session, checkout, aside);
    const refused = (rows: Rows, checkout: Checkout, error: unknown): UcpAnswer => {
      const refusal = refusalMessage(error, session);
      return show(rows, checkout, { ...(refusal && { refusal }), ...(tried && { instrument: tried }) });
    };
    // During a payment, only the call that started it may be repeated (UCP, Checkout Status).
    const inProgress = (rows: Rows, checkout: Checkout) => show(rows, checkout, { refusal: inProgressMessage() });
    const { refused: unread } = wanted;
    if (unread) {
      return context.update((rows) => {
        const checkout = ownCheckout(rows, context, id);
        const isInProgress = isPaidByAnother(context, checkout);
        const answer = isInProgress ? inProgress(rows, checkout) : refused(rows, checkout, unread);
        return { writes: [], answer, final: !isInProgress };
      });
    }
    try {
      await keepSaid(context, session, id, wanted);
      return await payCheckout(context, inputOf(context, id, wanted), {
        answer: (rows, checkout) => show(rows, checkout),
        inProgress,
        refused,
      });
    } catch (error) {
      return context.update((rows) => ({ writes: [], answer: refused(rows, ownCheckout(rows, context, id), error) }));
    }
  },
});

/**
 * True if a payment is in progress that another call started.
 * @throws PortalError `idempotency_conflict` if this call's key started it with different arguments
 */
function isPaidByAnother(context: Pick<Context, 'call'>, { state, attempt }: Checkout): boolean {
  return state === 'paying' && attempt !== undefined && !isRepeat(context, attempt);
}

interface Wanted extends PaymentRequest {
  /**
   * Reason why no instrument could be chosen. It is reported with the checkout, like a declined payment (UCP, Payment).
   */
  readonly refused?: PortalError;
}

/** @throws PortalError `invalid_request` */
function wantedOrRefused({ session, body }: UcpCall): Wanted {
  try {
    return session.version.readCompletion(body, session.active);
  } catch (error) {
    if (!(error instanceof PortalError) || error.code !== 'payment_instrument_invalid') throw error;
    return { payment: undefined, consent: undefined, refused: error };
  }
}

function inputOf({ services }: OrderingContext, checkout_id: string, { payment }: PaymentRequest) {
  if (!payment) return { checkout_id };
  const instruments = payment.instruments.map((one) => ({
    ...one,
    handler_id: chargingHandlerId(services.payments, one.handler_id),
  }));
  return { checkout_id, payment: { ...payment, instruments } };
}

/** Returns the instrument without its credential, so that it may be shown. */
function triedInstrument(payment: PaymentInput | undefined): Instrument | undefined {
  const [sent] = payment?.instruments ?? [];
  if (!sent) return undefined;
  const { credential, id, handler_id, ...shown } = sent;
  return { ...omitUndefined(shown), id, handler_id };
}

/** Stores the negotiated terms and any consent sent with the payment. They are kept even if the payment then fails. */
async function keepSaid(
  context: Context<'carts'>,
  session: Session,
  id: string,
  { consent }: PaymentRequest,
): Promise<void> {
  const agreed = agreedTerms(session);
  const isKnown = ({ platform }: Checkout) => !consent && isSameAgreement(platform?.agreed, agreed);
  if (await context.read((rows) => isKnown(ownCheckout(rows, context, id)), ['get', 'checkout', id])) return;
  await context.step((rows) => {
    const checkout = ownCheckout(rows, context, id);
    if (checkout.state !== 'open') return { writes: [], result: undefined };
    const platform = { ...required(checkout.platform, 'platform'), agreed, ...(consent && { consent }) };
    return { writes: [replaceWrite('checkout', checkout, { ...checkout, platform })], result: undefined };
  });
}
