import { afterAll, beforeAll, expect, test } from 'vitest';
import { invoice } from '../../src/payments/handlers/invoice.js';
import { makeStripe } from '../../src/payments/handlers/stripe/stripe.js';
import { VERSIONS } from '../../src/ucp/versions/index.js';
import { registryCaller } from '../actors/registry-caller.js';
import { StripeStandIn, stripeApi, TEST_KEYS } from '../support/stripe/stripe-stand-in.js';
import { changeSettings, fullKey } from '../support/tenants.js';
import { ready } from './bodies.js';
import { call, platformKey, platformProfile, type UcpPortal, ucpPortal } from './platform.js';

/** Google Pay through the Stripe account of a shop. All responses are validated against the protocol. */

const ALL = VERSIONS.map(({ date }) => date);
const NEWEST = ALL[0] ?? '';

const GOOGLE_PAY = {
  id: 'stripe.google_pay',
  version: '2026-01-23',
  spec: 'https://pay.google.com/gp/p/ucp/2026-01-23/',
  schema: 'https://pay.google.com/gp/p/ucp/2026-01-23/schemas/config.json',
  config: {
    api_version: 2,
    api_version_minor: 0,
    environment: 'TEST',
    merchant_info: { merchant_id: 'TEST', merchant_name: 'Quillback Mercantile' },
    allowed_payment_methods: [
      {
        type: 'CARD',
        parameters: { allowed_auth_methods: ['PAN_ONLY'], allowed_card_networks: ['AMEX', 'MASTERCARD', 'VISA'] },
        tokenization_specification: {
          type: 'PAYMENT_GATEWAY',
          parameters: {
            gateway: 'stripe',
            'stripe:version': '2018-10-31',
            'stripe:publishableKey': TEST_KEYS.publishable_key,
          },
        },
      },
    ],
  },
  available_instruments: [{ type: 'card' }],
};

const CARD = {
  id: 'google-card',
  handler_id: GOOGLE_PAY.id,
  type: 'card',
  // As Google sends it for the gateway.
  credential: { type: 'PAYMENT_GATEWAY', token: JSON.stringify({ id: 'tok_visa', object: 'token', livemode: false }) },
};

const standIn = new StripeStandIn(Date.now);
let shop: UcpPortal;
beforeAll(async () => {
  const account = { ...TEST_KEYS, google_pay_merchant_id: 'TEST' };
  const handlers = [makeStripe(stripeApi(await standIn.listen()), account), invoice];
  shop = await ucpPortal(NEWEST, { host: 'shop.example.com' }, { handlers });
  for (const version of ALL) shop.connector.serve(profileOf(version), platformProfile(version));
  shop = { ...shop, key: await platformKey(shop.portal, ALL.map(profileOf)) };
  await changeSettings(shop.portal, { payment_handlers: ['stripe', 'invoice'] });
});
afterAll(async () => {
  await shop.portal.close();
  await standIn.close();
});

const profileOf = (version: string) => `https://agent.example/${version}.json`;
const sender = (version: string) => async (method: string, path: string, body?: unknown) =>
  (await call(shop, version, method, path, { key: shop.key, profile: profileOf(version), body })).json;
const profile = async (version: string) =>
  (await shop.portal.request('GET', `/.well-known/ucp/${version}`, { key: null })).json;

test.each(ALL)('is in the profile of the shop in %s', async (version) => {
  const { ucp, payment } = await profile(version);
  const { schema, available_instruments, ...common } = GOOGLE_PAY;
  if (ucp.payment_handlers)
    expect(ucp.payment_handlers['com.google.pay']).toEqual([{ ...common, schema, available_instruments }]);
  else
    expect(payment.handlers[1]).toEqual({
      ...common,
      name: 'com.google.pay',
      config_schema: schema,
      instrument_schemas: [`${GOOGLE_PAY.spec}schemas/card_payment_instrument.json`],
    });
});

test.each(ALL)('pays a checkout in %s', async (version) => {
  const send = sender(version);
  const { id } = await send('POST', '/checkout-sessions', ready());
  const path = `/checkout-sessions/${id}`;
  const isEarly = VERSIONS.some(({ date, isEarly }) => date === version && isEarly);
  const early = { payment_data: { ...CARD, brand: 'visa', last_digits: '4242' }, risk_signals: {} };
  const paid = await send('POST', `${path}/complete`, isEarly ? early : { payment: { instruments: [CARD] } });
  expect([paid.status, paid.messages]).toEqual(['completed', []]);
  expect(paid.payment.instruments).toMatchObject([{ id: CARD.id, handler_id: 'stripe' }]);
  expect(JSON.stringify(paid)).not.toContain('tok_visa');
});

test('is refused for a handler that does not take it', async () => {
  const send = sender(NEWEST);
  const { id } = await send('POST', '/checkout-sessions', ready());
  const instruments = [{ ...CARD, handler_id: 'invoice.google_pay' }];
  const { status, messages } = await send('POST', `/checkout-sessions/${id}/complete`, { payment: { instruments } });
  expect([status, messages.length]).toEqual(['incomplete', 1]);
  expect(messages[0].content).toContain('the shop accepts "stripe" or "invoice"');
});

test('is in no response once the shop has an account without it', async () => {
  const send = sender(NEWEST);
  const { id, ucp } = await send('POST', '/checkout-sessions', ready());
  expect(Object.keys(ucp.payment_handlers)).toEqual([
    'com.example.shop.stripe',
    'com.google.pay',
    'com.example.shop.invoice',
  ]);
  const owner = registryCaller(() => shop.portal.url, await fullKey(shop.portal, 'organization'));
  const { shop_id } = shop.portal.demo;
  await send('GET', `/checkout-sessions/${id}`);
  await owner.ok('put_payment_account', { shop_id, handler_id: 'stripe', settings: TEST_KEYS });
  const after = [(await send('GET', `/checkout-sessions/${id}`)).ucp, (await profile(NEWEST)).ucp];
  for (const { payment_handlers } of after)
    expect(Object.keys(payment_handlers)).toEqual(['com.example.shop.stripe', 'com.example.shop.invoice']);
});
