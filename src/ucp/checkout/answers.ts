import type { Context } from '../../calls/context.js';
import { SteadyAnswers } from '../../calls/steady-answers.js';
import type { Cart, Checkout } from '../../domain/checkout/checkout.js';
import { type Assessment, assess } from '../../domain/checkout/status.js';
import { oncePer } from '../../domain/values/once-per.js';
import { cachedAnswer } from '../../operations/checkout/steady-checkouts.js';
import type { PaymentGateway } from '../../payments/payment-gateway.js';
import type { Rows } from '../../ports.js';
import { cartOf } from '../../records/assessment.js';
import type { UcpAnswer } from '../answer.js';
import { CHECKOUT } from '../capabilities.js';
import { envelope } from '../envelope.js';
import type { Session } from '../session.js';
import { type ResponseExtras, toCanonicalCheckout } from './canonical-checkout.js';
import type { CanonicalHandler } from './canonical-forms.js';
import { accountsKey, handlersByName, toCanonicalHandlers } from './handlers.js';

/** Response with a stored checkout. */
export function checkoutAnswer(
  rows: Rows,
  context: PaymentsContext,
  session: Session,
  checkout: Checkout,
  aside: ResponseExtras = {},
): UcpAnswer {
  const cart = cartOf(rows, checkout, context.now);
  return assessedAnswer(assess(cart), session, shopHandlers(rows, context, session, cart), aside);
}

type PaymentsContext = Pick<Context<'payments'>, 'now' | 'services'>;

/** Reads the payment handlers of a cart's shop. A response that is rendered after the decision needs them before. */
export function shopHandlers(
  rows: Rows,
  { services }: PaymentsContext,
  { site }: Session,
  cart: Pick<Cart, 'shop'>,
): CanonicalHandler[] {
  return toCanonicalHandlers(rows, services.payments, cart, site);
}

/** One cache per portal, keyed by its payment gateway. */
const keptBy = oncePer((_payments: PaymentGateway) => new SteadyAnswers<UcpAnswer>());

const namesOf = oncePer((active: Session['active']) => [...active].join(' '));

/** Response to a read. It is reused while its rows are unchanged and its time limits have not passed. */
export function cachedCheckoutAnswer(
  rows: Rows,
  context: Context<'payments'>,
  session: Session,
  checkout: Checkout,
): UcpAnswer {
  const { now, services } = context;
  const { version, active, site } = session;
  const name = `${version.date} ${namesOf(active)}`;
  const also = (cart: Cart) => [site.base, accountsKey(rows, services.payments, cart)];
  const of = { rows, now, checkout, name, also };
  return cachedAnswer(keptBy(services.payments), of, (assessment) =>
    assessedAnswer(assessment, session, shopHandlers(rows, context, session, assessment.cart)),
  );
}

/** Response with an assessed checkout. `handlers`: those of its shop. */
export function assessedAnswer(
  assessment: Assessment,
  session: Session,
  handlers: readonly CanonicalHandler[],
  aside: ResponseExtras = {},
): UcpAnswer {
  const { version, active } = session;
  const canonical = toCanonicalCheckout(assessment, session, handlers, aside);
  const named = !version.isEarly && { payment_handlers: handlersByName(canonical.handlers) };
  const ucp = { ...envelope(session, CHECKOUT), ...named };
  return { body: { ucp, ...version.checkout(canonical, active) } };
}
