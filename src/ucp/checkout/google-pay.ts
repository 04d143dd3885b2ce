import type { Shop } from '../../domain/shop/shop.js';
import { publicAccount } from '../../payments/payment-accounts.js';
import type { PaymentGateway } from '../../payments/payment-gateway.js';
import type { GooglePay, PaymentHandler, Rows } from '../../ports.js';
import type { CanonicalHandler } from './canonical-forms.js';

/** Version of Google's handler specification, and the URL of its documents. */
const VERSION = '2026-01-23';
const SPEC = `https://pay.google.com/gp/p/ucp/${VERSION}/`;

/** Ends the id of Google Pay through a payment handler. Ids of handlers have no dot. */
const SUFFIX = '.google_pay';

/** Google Pay through a handler of the shop; `undefined` if the account of the shop's next payment does not take it. */
export function findGooglePay(rows: Rows, handler: PaymentHandler, { id }: Shop): GooglePay | undefined {
  const account = handler.googlePay && publicAccount(rows, handler, id);
  return account && handler.googlePay?.(account);
}

/** The handler `com.google.pay`, whose tokens this handler charges. */
export function googlePayHandler(
  { description }: PaymentHandler,
  { environment, merchant_id, card_networks, gateway }: GooglePay,
  { name: merchant_name }: Shop,
): CanonicalHandler {
  const schema = `${SPEC}schemas/config.json`;
  return {
    name: 'com.google.pay',
    id: `${description.id}${SUFFIX}`,
    version: VERSION,
    spec: SPEC,
    schema,
    documents: { spec: SPEC, schema, instruments: [`${SPEC}schemas/card_payment_instrument.json`] },
    config: {
      api_version: 2,
      api_version_minor: 0,
      environment,
      merchant_info: { merchant_id, merchant_name },
      allowed_payment_methods: [
        {
          type: 'CARD',
          parameters: { allowed_auth_methods: ['PAN_ONLY'], allowed_card_networks: card_networks },
          tokenization_specification: { type: 'PAYMENT_GATEWAY', parameters: gateway },
        },
      ],
    },
    instrument: 'card',
  };
}

/** Id of the handler that charges an instrument of a platform. */
export function chargingHandlerId(gateway: Pick<PaymentGateway, 'handler'>, handlerId: string): string {
  const id = handlerId.endsWith(SUFFIX) ? handlerId.slice(0, -SUFFIX.length) : '';
  return gateway.handler(id)?.googlePay ? id : handlerId;
}
