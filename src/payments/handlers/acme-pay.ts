import { z } from 'zod';
import type { PaymentHandler, PaymentOutcome, RefundOutcome } from '../../ports.js';
import { handlerFactory } from './handler-factory.js';

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

/** What Acme Pay answers of a charge and of a refund. */
const charge = z.object({ status: z.enum(['paid', 'refused', 'canceled', 'open']), reason: z.string().optional() });
const refund = z.object({ status: z.enum(['done', 'refused', 'open']), reason: z.string().optional() });

/** Acme Pay over HTTP. Every write is a PUT on our own id, which Acme Pay does once however often it is sent. */
class AcmePay {
  private readonly url: string;
  private readonly secretKey: string;

  constructor(url: string, secretKey: string) {
    this.url = url;
    this.secretKey = secretKey;
  }

  /** Undefined = there is no such thing. @throws Error when nothing is known; the key is not in its message */
  async ask(method: 'GET' | 'PUT', path: string, body?: object): Promise<unknown> {
    const response = await fetch(new URL(path, this.url), {
      method,
      headers: { authorization: `Bearer ${this.secretKey}`, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(60_000),
      ...(body && { body: JSON.stringify(body) }),
    });
    if (response.status === 404) return undefined;
    if (!response.ok) throw new Error(`Acme Pay answered ${response.status}`);
    return response.json();
  }
}

function outcomeOf(answer: unknown): PaymentOutcome {
  if (answer === undefined) return { state: 'unknown' };
  const { status, reason = 'Acme Pay refused it' } = charge.parse(answer);
  if (status === 'paid') return { state: 'authorized', payment_status: 'paid' };
  return status === 'open' ? { state: 'pending' } : { state: 'declined', reason };
}

function refundOutcomeOf(answer: unknown): RefundOutcome {
  const { status, reason = 'Acme Pay refused it' } = refund.parse(answer);
  if (status === 'refused') return { state: 'failed', reason };
  return { state: status === 'done' ? 'completed' : 'pending' };
}

function makeAcmePay(acme: AcmePay): PaymentHandler {
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
      return outcomeOf(await acme.ask('PUT', `/charges/${id}`, { amount, currency, code: credential?.token }));
    },
    async status({ id }) {
      return outcomeOf(await acme.ask('GET', `/charges/${id}`));
    },
    async void({ id }) {
      await acme.ask('PUT', `/charges/${id}/cancellation`, {});
    },
    async refund({ id, attempt_id, amount }) {
      return refundOutcomeOf(await acme.ask('PUT', `/refunds/${id}`, { charge: attempt_id, amount }));
    },
  };
}

export const acmePay = handlerFactory(
  {
    secretKey: { env: 'PORTAL_ACME_PAY_SECRET_KEY', help: 'secret key of the Acme Pay account' },
    url: { env: 'PORTAL_ACME_PAY_URL', fallback: 'https://api.acme-pay.example', help: 'where Acme Pay answers' },
  },
  (setting) => makeAcmePay(new AcmePay(setting('url'), setting('secretKey'))),
);
