import type { Cart } from '../../domain/checkout/checkout.js';
import { handlersOf } from '../../operations/checkout/choose-payment.js';
import type { PaymentGateway } from '../../payments/payment-gateway.js';
import type { PaymentHandler } from '../../ports.js';
import type { Site } from '../site/site.js';
import type { CanonicalHandler } from './canonical-forms.js';

/** Returns the payment handlers of a cart's shop, with names in the site's namespace. */
export function toCanonicalHandlers(
  gateway: Pick<PaymentGateway, 'handler'>,
  cart: Pick<Cart, 'shop'>,
  site: Site,
): CanonicalHandler[] {
  return handlersOf(gateway, cart).map((handler) => named(handler, site));
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
  return Object.fromEntries(
    handlers.map(({ name, instrument, documents: _documents, ...handler }) => [
      name,
      [{ ...handler, available_instruments: [{ type: instrument }] }],
    ]),
  );
}
