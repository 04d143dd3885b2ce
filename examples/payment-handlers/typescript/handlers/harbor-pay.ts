import { definePaymentHandler, type HandlerContext, type PaymentHandler } from 'commerce-portal/payment-handler';
import { HarborClient } from './harbor/client.js';
import { readEvent } from './harbor/events.js';
import { outcomeOf, reportOf } from './harbor/outcomes.js';

const PATH = '/payment-handlers/harbor_pay';

const description: PaymentHandler['description'] = {
  id: 'harbor_pay',
  name: 'Harbor Pay',
  version: '2026-04-08',
  spec: '/docs#payment',
  config: {},
  config_schema: `${PATH}/config.schema.json`,
  instrument_schemas: [`${PATH}/instrument.schema.json`],
};

const schemas = {
  [`${PATH}/config.schema.json`]: { type: 'object', additionalProperties: false },
  [`${PATH}/instrument.schema.json`]: {
    type: 'object',
    properties: { id: { type: 'string' }, handler_id: { const: 'harbor_pay' }, credential: { type: 'object' } },
    required: ['id', 'handler_id', 'credential'],
  },
};

/** Each shop has an account of its own at Harbor Pay. The portal stores the secrets encrypted. */
const account: PaymentHandler['account'] = [
  { name: 'secret_key', label: 'Secret key', secret: true, required: true },
  { name: 'signing_secret', label: 'Signing secret of events', secret: true, required: true },
];

export default definePaymentHandler(
  {
    url: { env: 'PORTAL_HARBOR_PAY_URL', help: 'URL of the Harbor Pay API' },
    key: { env: 'PORTAL_HARBOR_PAY_KEY', help: 'secret key of the account that shops without their own use' },
    signing: { env: 'PORTAL_HARBOR_PAY_SIGNING_SECRET', help: 'signing secret of events of that account' },
  },
  (setting) => {
    const harbor = ({ account: { settings } }: HandlerContext) =>
      new HarborClient(setting('url'), settings.secret_key ?? '');
    return {
      description,
      schemas,
      account,
      portalAccount: { secret_key: setting('key'), signing_secret: setting('signing') },
      form: {
        fields: [{ name: 'token', label: 'Harbor number', required: true }],
        instrument: ({ token }) => ({ credential: { type: 'token', token } }),
      },
      needsInstrument: true,
      demoOnly: false,
      acceptsCardNumbers: false,
      captures: 'many',
      refuseCredential: (credential) => (credential?.token ? undefined : 'send a token with the Harbor number'),

      async authorize({ id, amount, currency, capture }, credential, context) {
        const { token } = credential ?? {};
        const terms = { amount, currency, token, capture: capture === 'now', return_url: context.return_url };
        return reportOf(await harbor(context).authorize(id, terms));
      },
      status: async ({ id }, context) => reportOf(await harbor(context).find(id)),
      async capture({ id, attempt_id: authorization, amount, final }, context) {
        return outcomeOf(await harbor(context).move('captures', id, { authorization, amount, final }));
      },
      async void({ id }, context) {
        await harbor(context).close(id);
      },
      async refund({ id, attempt_id: authorization, amount }, context) {
        return outcomeOf(await harbor(context).move('refunds', id, { authorization, amount }));
      },
      receive: async (request, context) => readEvent(request, context.account.settings.signing_secret ?? ''),
      async testAccount(context) {
        const found = await harbor(context).account();
        return found
          ? { state: 'usable', account: found.name, live: found.live }
          : { state: 'unusable', reason: 'Harbor Pay does not know the secret key' };
      },
    };
  },
);
