import type { Attempt } from '../../domain/checkout/checkout.js';
import type { PaymentHandler, PaymentOutcome } from '../../ports.js';

/** What each test token does; any other is refused before it is tried. */
const SANDBOX_TOKENS = {
  tok_approve: { state: 'authorized', payment_status: 'paid' },
  tok_decline: { state: 'declined', reason: 'the card was declined by the sandbox' },
  tok_pending: { state: 'pending' },
} as const satisfies Record<string, PaymentOutcome>;

/** This token's authorization never answers. */
const HANGING_TOKEN = 'tok_hang';

const NAMES = [...Object.keys(SANDBOX_TOKENS), HANGING_TOKEN];

const CONFIG_SCHEMA = '/payment-handlers/sandbox_card/config.schema.json';
const INSTRUMENT_SCHEMA = '/payment-handlers/sandbox_card/instrument.schema.json';

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';
const SCHEMAS = {
  [CONFIG_SCHEMA]: {
    $schema: DIALECT,
    type: 'object',
    properties: {
      environment: { const: 'sandbox' },
      tokens: { type: 'array', items: { type: 'string' }, description: 'The test tokens' },
    },
    required: ['environment', 'tokens'],
  },
  [INSTRUMENT_SCHEMA]: {
    $schema: DIALECT,
    type: 'object',
    properties: {
      id: { type: 'string' },
      handler_id: { const: 'sandbox_card' },
      type: { const: 'card' },
      brand: { type: 'string' },
      last_digits: { type: 'string', pattern: '^[0-9]{1,4}$' },
      credential: {
        type: 'object',
        properties: { type: { const: 'token' }, token: { enum: NAMES } },
        required: ['type', 'token'],
      },
    },
    required: ['id', 'handler_id', 'credential'],
  },
};

/**
 * A card handler for demo shops: no money moves, the token decides. It remembers its attempts for
 * the life of the process, as a provider would, so that one id is never charged twice.
 */
export function makeSandboxCard(): PaymentHandler {
  const outcomes = new Map<string, PaymentOutcome>();
  const voided = new Set<string>();
  const statusOf = (attempt: Attempt): PaymentOutcome => {
    if (voided.has(attempt.id)) return { state: 'declined', reason: 'the payment was voided' };
    return outcomes.get(attempt.id) ?? { state: 'unknown' };
  };
  return {
    description: {
      id: 'sandbox_card',
      name: 'Sandbox card',
      version: '2026-04-08',
      spec: '/docs#payment',
      config: { environment: 'sandbox', tokens: NAMES },
      config_schema: CONFIG_SCHEMA,
      instrument_schemas: [INSTRUMENT_SCHEMA],
    },
    schemas: SCHEMAS,
    needsInstrument: true,
    demoOnly: true,
    acceptsCardNumbers: false,
    refuseCredential(credential) {
      const form = `send { "type": "token", "token": one of ${NAMES.join(', ')} }`;
      if (credential?.type !== 'token' || credential.token === undefined) return form;
      return NAMES.includes(credential.token) ? undefined : form;
    },
    async authorize(attempt, credential) {
      const known = statusOf(attempt);
      if (known.state !== 'unknown') return known;
      const outcome = Object.entries(SANDBOX_TOKENS).find(([token]) => token === credential?.token)?.[1] ?? {
        state: 'pending',
      };
      outcomes.set(attempt.id, outcome);
      if (credential?.token === HANGING_TOKEN) return new Promise(() => undefined);
      return outcome;
    },
    status: async (attempt) => statusOf(attempt),
    async void(attempt) {
      voided.add(attempt.id);
    },
    refund: async () => ({ state: 'completed' }),
  };
}
