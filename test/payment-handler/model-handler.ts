import type { ConformanceOptions } from '../../src/payment-handler/conformance.js';
import {
  type CaptureOutcome,
  definePaymentHandler,
  type PaymentHandler,
  type PaymentHandlerFactory,
  type PaymentReport,
  type RefundOutcome,
} from '../../src/payment-handler.js';
import type { Charge, ModelProvider } from './model-provider.js';

export const KEY = 'sk_test_model_key';
const HOUR = 60 * 60 * 1000;

/** The settings with which a handler is made. */
interface Connection {
  readonly key: string;
  readonly url: string;
}

/** Options of the suite for a handler of the model provider. */
export function modelOptions(provider: ModelProvider): ConformanceOptions {
  return {
    settings: { PORTAL_MODEL_KEY: KEY },
    credentials: {
      approved: { type: 'token', token: 'tok_approved' },
      declined: { type: 'token', token: 'tok_declined' },
      pending: { type: 'token', token: 'tok_pending' },
      action: { type: 'token', token: 'tok_action' },
    },
    money: (attempt) => provider.money(attempt),
    act: (_action, { id }) => provider.act(id),
    event: ({ id }) => provider.event(id),
    unreachable: { settings: { PORTAL_MODEL_URL: 'nowhere' } },
    // The provider decides at once.
    settle_ms: 0,
  };
}

/** A factory of the model's handler. `change` can break it. */
export function modelFactory(
  provider: ModelProvider,
  change: (handler: PaymentHandler, connection: Connection) => Partial<PaymentHandler> = () => ({}),
): PaymentHandlerFactory {
  return definePaymentHandler(
    {
      key: { env: 'PORTAL_MODEL_KEY', help: 'secret key of the model provider' },
      url: { env: 'PORTAL_MODEL_URL', help: 'URL of the model provider', fallback: 'here' },
    },
    (setting) => {
      const connection = { key: setting('key'), url: setting('url') };
      const handler = modelHandler(provider, connection);
      return { ...handler, ...change(handler, connection) };
    },
  );
}

export function reportOf(charge: Charge | undefined): PaymentReport {
  if (!charge) return { state: 'unknown' };
  const { id, state, captured, refunded, disputes } = charge;
  const expires_at = Date.now() + HOUR;
  if (state === 'open') return { state: 'pending' };
  if (state === 'declined') return { state, reason: 'the provider refused it' };
  if (state === 'action') return { state: 'action_required', action: redirect(id), expires_at };
  const money = { state: 'authorized', provider_reference: id, captured, refunded, disputes: [...disputes] } as const;
  if (state === 'ended') return { ...money, payment_status: 'paid', ended: true };
  return { ...money, payment_status: 'authorized', authorized_until: expires_at, ended: false };
}

const redirect = (id: string) => ({ type: 'redirect' as const, url: `https://pay.example/${id}` });

function modelHandler(provider: ModelProvider, { url }: Connection): PaymentHandler {
  const assertReachable = () => {
    if (url === 'nowhere') throw new Error('the model provider does not answer');
  };
  return {
    description: {
      id: 'model_pay',
      name: 'Model Pay',
      version: '2026-04-08',
      spec: '/docs#payment',
      config: {},
      config_schema: '/payment-handlers/model_pay/config.schema.json',
      instrument_schemas: [],
    },
    schemas: { '/payment-handlers/model_pay/config.schema.json': { type: 'object' } },
    form: {
      fields: [{ name: 'token', label: 'Token', required: true }],
      instrument: ({ token = '' }) => ({ credential: { type: 'token', token } }),
    },
    needsInstrument: true,
    demoOnly: false,
    acceptsCardNumbers: false,
    captures: 'many',
    refuseCredential: (credential) => (credential?.token ? undefined : 'send a token of Model Pay'),
    async authorize({ id, amount, capture }, credential) {
      assertReachable();
      const token = credential?.token;
      return reportOf(await provider.charge(id, { attempt: id, amount, token, capture: capture === 'now' }));
    },
    async status({ id }) {
      assertReachable();
      return reportOf(await provider.find(id));
    },
    async capture({ id, attempt_id, amount, final }): Promise<CaptureOutcome> {
      assertReachable();
      const outcome = await provider.capture(id, await provider.find(attempt_id), amount, final);
      return outcome === 'done' ? { state: 'completed' } : { state: 'failed', reason: 'it was refused' };
    },
    async renew() {
      return { state: 'renewed', authorized_until: Date.now() + 2 * HOUR };
    },
    async void({ id }) {
      assertReachable();
      await provider.cancel(id);
    },
    async refund({ id, attempt_id, amount }): Promise<RefundOutcome> {
      assertReachable();
      const outcome = await provider.refund(id, await provider.find(attempt_id), amount);
      return outcome === 'done' ? { state: 'completed' } : { state: 'failed', reason: 'it was refused' };
    },
    async receive(request) {
      if (!provider.isSigned(request)) return undefined;
      const { id, attempt } = JSON.parse(new TextDecoder().decode(request.body));
      return { id, attempt_ids: [attempt] };
    },
    async testAccount() {
      return url === 'nowhere'
        ? { state: 'unusable', reason: 'the provider does not answer' }
        : { state: 'usable', account: 'Model', live: false };
    },
  };
}
