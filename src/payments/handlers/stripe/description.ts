import type { PaymentHandlerDescription } from '../../../ports.js';

export const STRIPE_HANDLER = 'stripe';

const CONFIG_SCHEMA = '/payment-handlers/stripe/config.schema.json';
const INSTRUMENT_SCHEMA = '/payment-handlers/stripe/instrument.schema.json';
const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** Credentials by type, as agents see them. */
const CREDENTIALS = ['token', 'spt', 'PAYMENT_GATEWAY'];

export const DESCRIPTION: PaymentHandlerDescription = {
  id: STRIPE_HANDLER,
  name: 'Card, wallet or bank (Stripe)',
  version: '2026-04-08',
  spec: '/docs#payment',
  config: { credentials: CREDENTIALS },
  config_schema: CONFIG_SCHEMA,
  instrument_schemas: [INSTRUMENT_SCHEMA],
};

export const SCHEMAS = {
  [CONFIG_SCHEMA]: {
    $schema: DIALECT,
    type: 'object',
    properties: { credentials: { type: 'array', items: { enum: CREDENTIALS }, description: 'Types of credentials' } },
    required: ['credentials'],
  },
  [INSTRUMENT_SCHEMA]: {
    $schema: DIALECT,
    type: 'object',
    properties: {
      id: { type: 'string' },
      handler_id: { const: STRIPE_HANDLER },
      type: { const: 'card' },
      brand: { type: 'string' },
      last_digits: { type: 'string', pattern: '^[0-9]{1,4}$' },
      credential: {
        type: 'object',
        description: 'Without a credential, the buyer pays on a page of Stripe',
        properties: {
          type: { enum: CREDENTIALS },
          token: {
            type: 'string',
            description:
              'A Shared Payment Token (spt_…) or payment method (pm_…) of Stripe; for PAYMENT_GATEWAY, the token of Google Pay',
          },
        },
        required: ['type', 'token'],
      },
    },
    required: ['id', 'handler_id'],
  },
};
