import { definePaymentHandler } from 'commerce-portal/payment-handler';

/** @import { PaymentReport, RefundOutcome } from 'commerce-portal/payment-handler' */

const PATH = '/payment-handlers/acme_pay';
const DIALECT = 'https://json-schema.org/draft/2020-12/schema';
const SCHEMAS = {
  [`${PATH}/config.schema.json`]: { $schema: DIALECT, type: 'object', additionalProperties: false },
  [`${PATH}/instrument.schema.json`]: {
    $schema: DIALECT,
    type: 'object',
    properties: {
      id: { type: 'string' },
      handler_id: { const: 'acme_pay' },
      credential: {
        type: 'object',
        properties: { type: { const: 'token' }, token: { type: 'string', description: 'Code of the Acme app' } },
        required: ['type', 'token'],
      },
    },
    required: ['id', 'handler_id', 'credential'],
  },
};

/**
 * Acme Pay over HTTP. Every write is a PUT with our own id, so repeats have no further effect.
 * @param {string} base
 * @param {string} secretKey
 */
function acmeClient(base, secretKey) {
  const headers = { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' };
  /**
   * Returns `undefined` for 404, and throws if the outcome is unknown. No message contains the key.
   * @param {'GET' | 'PUT'} method
   * @param {string} path
   * @param {object} [body]
   */
  return async (method, path, body) => {
    const signal = AbortSignal.timeout(60_000);
    const response = await fetch(new URL(path, base), {
      method,
      headers,
      signal,
      body: body ? JSON.stringify(body) : null,
    });
    if (response.status === 404) return undefined;
    if (!response.ok) throw new Error(`Acme Pay answered ${response.status}`);
    return response.json();
  };
}

/**
 * @param {any} charge Acme's charge; `undefined` if Acme does not know it
 * @returns {PaymentReport}
 */
function reportOf(charge) {
  if (charge === undefined) return { state: 'unknown' };
  const { id, status, reason = 'Acme Pay refused it', amount, refunded } = charge;
  if (status === 'refused' || status === 'canceled') return { state: 'declined', reason };
  if (status !== 'paid') return { state: 'pending' };
  return { state: 'authorized', payment_status: 'paid', provider_reference: id, captured: amount, refunded };
}

/**
 * @param {any} refund Acme's refund
 * @returns {RefundOutcome}
 */
function refundOutcomeOf({ status, reason = 'Acme Pay refused it' }) {
  if (status === 'refused') return { state: 'failed', reason };
  return { state: status === 'done' ? 'completed' : 'pending' };
}

export default definePaymentHandler(
  {
    secretKey: { env: 'PORTAL_ACME_PAY_SECRET_KEY', help: 'secret key of the Acme Pay account' },
    url: { env: 'PORTAL_ACME_PAY_URL', fallback: 'https://api.acme-pay.example', help: 'URL of the Acme Pay API' },
  },
  (setting) => {
    const ask = acmeClient(setting('url'), setting('secretKey'));
    return {
      description: {
        id: 'acme_pay',
        name: 'Acme Pay',
        version: '2026-04-08',
        spec: '/docs#payment',
        config: {},
        config_schema: `${PATH}/config.schema.json`,
        instrument_schemas: [`${PATH}/instrument.schema.json`],
      },
      schemas: SCHEMAS,
      form: {
        fields: [{ name: 'code', label: 'Code of your Acme app', autocomplete: 'one-time-code', required: true }],
        instrument: ({ code }) => ({ credential: { type: 'token', token: code } }),
      },
      needsInstrument: true,
      demoOnly: false,
      acceptsCardNumbers: false,
      refuseCredential: (credential) =>
        credential?.type === 'token' && credential.token !== undefined
          ? undefined
          : 'send { "type": "token", "token": the code of the Acme app }',
      async authorize({ id, amount, currency }, credential) {
        return reportOf(await ask('PUT', `/charges/${id}`, { amount, currency, code: credential?.token }));
      },
      async status({ id }) {
        return reportOf(await ask('GET', `/charges/${id}`));
      },
      async void({ id }) {
        await ask('PUT', `/charges/${id}/cancellation`, {});
      },
      async refund({ id, attempt_id, amount }) {
        return refundOutcomeOf(await ask('PUT', `/refunds/${id}`, { charge: attempt_id, amount }));
      },
    };
  },
);
