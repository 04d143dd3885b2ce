import type { Context } from '../../calls/context.js';
import { SteadyAnswers } from '../../calls/steady-answers.js';
import type { Checkout } from '../../domain/checkout/checkout.js';
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
import { handlersByName } from './handlers.js';

/** Response with a stored checkout. */
export function checkoutAnswer(
  rows: Rows,
  context: Pick<Context<'payments'>, 'now' | 'services'>,
  session: Session,
  checkout: Checkout,
  aside: ResponseExtras = {},
): UcpAnswer {
  return assessedAnswer(assess(cartOf(rows, checkout, context.now)), context, session, aside);
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
  const of = { rows, now, checkout, name, also: [site.base] };
  return cachedAnswer(keptBy(services.payments), of, (assessment) => assessedAnswer(assessment, context, session));
}

export function assessedAnswer(
  assessment: Assessment,
  { services }: Pick<Context<'payments'>, 'services'>,
  session: Session,
  aside: ResponseExtras = {},
): UcpAnswer {
  const { version, active } = session;
  const canonical = toCanonicalCheckout(assessment, session, services.payments, aside);
  const handlers = !version.isEarly && { payment_handlers: handlersByName(canonical.handlers) };
  const ucp = { ...envelope(session, CHECKOUT), ...handlers };
  return { body: { ucp, ...version.checkout(canonical, active) } };
}
