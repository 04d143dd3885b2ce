import type { Cart, Instrument } from '../../domain/checkout/checkout.js';
import { PortalError } from '../../domain/errors/portal-error.js';
import { omitUndefined } from '../../domain/values/present.js';
import type { PaymentGateway } from '../../payments/payment-gateway.js';
import type { Credential, PaymentHandler } from '../../ports.js';
import type { PaymentInput } from '../../schema/payment.js';
import type { PaymentContext } from './cart-context.js';
import { withPayLink } from './pay-link.js';

export interface ChosenPayment {
  readonly handler: PaymentHandler;
  readonly instrument?: Instrument;
  readonly credential: Credential | undefined;
}

/**
 * Selects the payment handler and the instrument. Without `payment`, the shop's only handler is used, if it needs no
 * instrument.
 * @throws PortalError `payment_instrument_invalid`
 */
export function choosePayment(context: PaymentContext, cart: Cart, payment: PaymentInput | undefined): ChosenPayment {
  const handlers = handlersOf(context.services.payments, cart);
  const { checkout } = cart;
  // A purchase that was not stored has no page on which the buyer could pay.
  const isStored = checkout.version > 0;
  const invalid = (detail: string) => {
    const tool = isStored ? 'complete_checkout' : 'buy';
    const error = new PortalError('payment_instrument_invalid', detail).withNextStep(examplesText(handlers), tool);
    return isStored ? withPayLink(context, checkout, error) : error;
  };
  if (!payment) return withoutInstrument(handlers, invalid);
  const { instruments, selected_instrument_id } = payment;
  const index =
    selected_instrument_id === undefined ? 0 : instruments.findIndex((one) => one.id === selected_instrument_id);
  const chosen = instruments[index];
  if (!chosen) throw invalid('payment.selected_instrument_id: none of the instruments has this id');
  const { credential, id, handler_id, ...shown } = chosen;
  const handler = handlers.find((one) => one.description.id === handler_id);
  if (!handler) throw invalid(`payment.instruments[${index}].handler_id: the shop accepts ${namesOf(handlers)}`);
  const refused = cardNumberProblem(handler, credential) ?? handler.refuseCredential(credential);
  if (refused) throw invalid(`payment.instruments[${index}].credential: ${refused}`);
  const billing_address = shown.billing_address ?? checkout.billing_address;
  return { handler, credential, instrument: { ...omitUndefined({ ...shown, billing_address }), id, handler_id } };
}

const CARD_MEMBERS = ['number', 'cvc', 'cryptogram'] as const;

/** Says which card data a handler must not receive, and in the words of the handler what to send instead. */
function cardNumberProblem(handler: PaymentHandler, credential: Credential | undefined): string | undefined {
  const sent = CARD_MEMBERS.find((member) => credential?.[member] !== undefined);
  if (handler.acceptsCardNumbers || credential === undefined || sent === undefined) return undefined;
  const { number, cvc, cryptogram, ...others } = credential;
  return `this handler accepts no ${sent}; ${handler.refuseCredential(others) ?? 'send the token alone'}`;
}

/** Lists the payment handlers that the cart's shop accepts. */
export function handlersOf(gateway: Pick<PaymentGateway, 'handler'>, cart: Pick<Cart, 'shop'>): PaymentHandler[] {
  return cart.shop.settings.payment_handlers
    .flatMap((id) => gateway.handler(id) ?? [])
    .filter((handler) => cart.shop.demo || !handler.demoOnly);
}

function withoutInstrument(
  handlers: readonly PaymentHandler[],
  invalid: (detail: string) => PortalError,
): ChosenPayment {
  const [only, ...others] = handlers;
  if (only && others.length === 0 && !only.needsInstrument) return { handler: only, credential: undefined };
  throw invalid(`payment: is required; send an instrument with the handler_id ${namesOf(handlers)}`);
}

function namesOf(handlers: readonly PaymentHandler[]): string {
  return handlers.map((handler) => `"${handler.description.id}"`).join(' or ');
}

const TOKEN: Pick<Instrument, 'type'> & { readonly credential: Credential } = {
  type: 'card',
  credential: { type: 'token', token: 'the token of the payment provider' },
};

/** Builds a text with an example of `payment` for each handler. */
function examplesText(handlers: readonly PaymentHandler[]): string {
  const examples = handlers.map(({ description, needsInstrument, exampleInstrument }) => {
    const instrument = exampleInstrument ?? (needsInstrument ? TOKEN : {});
    return JSON.stringify({ instruments: [{ id: 'instrument-1', handler_id: description.id, ...instrument }] });
  });
  return `Send payment as ${examples.join(' or ')}.`;
}
