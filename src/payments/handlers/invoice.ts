import { INVOICE_HANDLER } from '../../domain/shop/brand.js';
import type { PaymentHandler } from '../../ports.js';

/**
 * Payment by invoice. Accepts every order; the buyer pays later, outside the portal (`payment_status: pending`). If an
 * instrument is sent, it needs only `id` and `handler_id`.
 */
export const invoice: PaymentHandler = {
  description: {
    id: INVOICE_HANDLER,
    name: 'Pay by invoice',
    version: '2026-04-08',
    spec: '/docs#payment',
    config: {},
    config_schema: '/payment-handlers/invoice/config.schema.json',
    instrument_schemas: [],
  },
  schemas: {
    '/payment-handlers/invoice/config.schema.json': {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      additionalProperties: false,
    },
  },
  needsInstrument: false,
  demoOnly: false,
  acceptsCardNumbers: false,
  authorizesAs: 'pending',
  refuseCredential: (credential) => (credential ? 'an invoice accepts no credential' : undefined),
  authorize: async () => ({ state: 'authorized', payment_status: 'pending' }),
  status: async () => ({ state: 'authorized', payment_status: 'pending' }),
  void: async () => undefined,
  // The buyer paid outside the portal, so the merchant refunds outside it too.
  refund: async () => ({ state: 'completed' }),
};
