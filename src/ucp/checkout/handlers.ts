import type { Cart } from '../../domain/checkout/checkout.js';
import { groupBy } from '../../domain/values/group-by.js';
import { handlersOf } from '../../operations/checkout/choose-payment.js';
import type { PaymentGateway } from '../../payments/payment-gateway.js';
import type { PaymentHandler, Rows } from '../../ports.js';
import type { Site } from '../site/site.js';
import type { CanonicalHandler } from './canonical-forms.js';
import { findGooglePay, googlePayHandler } from './google-pay.js';

/** Returns the payment handlers of a cart's shop, with names in the site's namespace, and Google Pay through them. */
export function toCanonicalHandlers(
  rows: Rows,
  gateway: Pick<PaymentGateway, 'handler'>,
  cart: Pick<Cart, 'shop'>,
  site: Site,
): CanonicalHandler[] {
  return handlersOf(gateway, cart).flatMap((handler) => {
    const googlePay = findGooglePay(rows, handler, cart.shop);
    return [named(handler, site), ...(googlePay ? [googlePayHandler(handler, googlePay, cart.shop)] : [])];
  });
}

/** A text that changes with the accounts on which the handlers of a cart's shop depend. */
export function accountsKey(rows: Rows, gateway: Pick<PaymentGateway, 'handler'>, cart: Pick<Cart, 'shop'>): string {
  return JSON.stringify(handlersOf(gateway, cart).map((handler) => findGooglePay(rows, handler, cart.shop)));
}

/** Names a handler. `spec` and `schema` are set only if the host can verify the name (UCP, Spec URL Binding). */
function named(handler: PaymentHandler, { namespace, ownsNames, links }: Site): CanonicalHandler {
  const { id, version, spec, config, config_schema, instrument_schemas } = handler.description;
  const documents = {
    spec: links.absolute(spec),
    schema: links.absolute(config_schema),
    instruments: instrument_schemas.map((one) => links.absolute(one)),
  };
  return {
    name: `${namespace}.${id}`,
    id,
    version,
    ...(ownsNames && { spec: documents.spec, schema: documents.schema }),
    documents,
    config,
    instrument: handler.exampleInstrument?.type ?? (handler.needsInstrument ? 'card' : id),
  };
}

/** The `payment_handlers` member; it is the same in all versions that have it. */
export function handlersByName(handlers: readonly CanonicalHandler[]): Readonly<Record<string, object[]>> {
  const named = [...groupBy(handlers, ({ name }) => name)].map(([name, all]) => [
    name,
    all.map(({ name: _name, instrument, documents: _documents, ...handler }) => ({
      ...handler,
      available_instruments: [{ type: instrument }],
    })),
  ]);
  return Object.fromEntries(named);
}
