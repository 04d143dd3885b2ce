import { describe, expect, it } from 'vitest';
import { paymentSource, refuseCredential } from '../../src/payments/handlers/stripe/credentials.js';
import { stripe } from '../../src/payments/handlers/stripe/factory.js';
import { ACCOUNT_SETTINGS } from '../../src/payments/handlers/stripe/settings.js';
import { StripeScene } from '../support/stripe/stripe-scene.js';
import { LIVE_KEY } from '../support/stripe/stripe-stand-in.js';

/** Accounts, settings and credentials of the Stripe handler. */

const PERMISSIONS = [
  'rak_payment_intent_write',
  'rak_charge_write',
  'rak_dispute_read',
  'rak_checkout_session_write',
  'rak_payment_method_write',
];

async function tested(settings: Readonly<Record<string, string>> = {}) {
  const scene = await StripeScene.start();
  scene.settings = { ...scene.settings, ...settings };
  const test = () => scene.handler.testAccount?.(scene.context());
  return { scene, test };
}

describe('the test of an account', () => {
  it('charges and refunds with test keys', async () => {
    const { scene, test } = await tested();
    expect(await test()).toEqual({ state: 'usable', account: 'Stand-in Shop (acct_standin)', live: false });
    expect([scene.intent().status, scene.net()]).toEqual(['succeeded', 0]);
  });

  it('moves no money with live keys', async () => {
    const { scene, test } = await tested({ secret_key: LIVE_KEY, publishable_key: 'pk_live_1' });
    expect(await test()).toMatchObject({ state: 'usable', live: true });
    expect(scene.intent()).toMatchObject({ status: 'canceled', livemode: true, latest_charge: null });
  });

  it('accepts a restricted key with the documented permissions', async () => {
    const { scene, test } = await tested({ secret_key: 'rk_test_1', google_pay_merchant_id: 'TEST' });
    scene.standIn.keys.restrict('rk_test_1', PERMISSIONS);
    expect(await test()).toEqual({ state: 'usable', account: 'a Stripe account', live: false });
  });

  it.each(PERMISSIONS)('names the missing permission %s', async (permission) => {
    const { scene, test } = await tested({ secret_key: 'rk_test_1', google_pay_merchant_id: 'TEST' });
    scene.standIn.keys.restrict(
      'rk_test_1',
      PERMISSIONS.filter((one) => one !== permission),
    );
    const kind = permission.replace(/_\w+$/, '').replace(/_(?:write|read)$/, '');
    expect(await test()).toMatchObject({ state: 'unusable', reason: expect.stringContaining(kind) });
  });

  it('does not need the permission for Google Pay without its merchant ID', async () => {
    const { scene, test } = await tested({ secret_key: 'rk_test_1' });
    scene.standIn.keys.restrict('rk_test_1', PERMISSIONS.slice(0, -1));
    expect(await test()).toMatchObject({ state: 'usable' });
  });

  it('finds out that the account does not have multicapture', async () => {
    const { scene, test } = await tested({ multicapture: 'on' });
    expect(await test()).toEqual({
      state: 'unusable',
      reason: 'Stripe has not enabled multicapture for the account',
    });
    scene.standIn.state.multicapture = true;
    expect(await test()).toMatchObject({ state: 'usable' });
  });

  it('tells no part of a wrong key', async () => {
    const { test } = await tested({ secret_key: 'sk_test_wrong' });
    expect(await test()).toEqual({ state: 'unusable', reason: 'Stripe does not know the secret key' });
  });

  it('finds a test key beside a live key', async () => {
    const { test } = await tested({ publishable_key: 'pk_live_1' });
    expect(await test()).toMatchObject({ state: 'unusable', reason: expect.stringContaining('live key') });
  });

  it('says that Stripe does not answer as it should', async () => {
    const { scene, test } = await tested();
    scene.standIn.faults.plan('/payment_intents', 'cut_after');
    expect(await test()).toEqual({ state: 'unusable', reason: 'Stripe cannot be reached from this portal' });
    scene.standIn.faults.plan('/payment_intents', 'rate_limit');
    expect(await test()).toEqual({ state: 'unusable', reason: 'Stripe refused a test payment (rate_limit)' });
  });
});

describe('Google Pay', () => {
  it.each([
    ['pk_test_1', 'TEST'],
    ['pk_live_1', 'PRODUCTION'],
  ])('has the environment of the key %s: %s', async (publishable_key, environment) => {
    const { handler } = await StripeScene.start();
    const settings = { publishable_key, google_pay_merchant_id: 'BCR2DN4T' };
    expect(handler.googlePay?.({ owner: 'shop', settings })).toMatchObject({ environment, merchant_id: 'BCR2DN4T' });
  });
});

describe('the settings of an account', () => {
  it.each([
    ['secret_key', 'rk_live_abc123', 'pk_live_abc123'],
    ['publishable_key', 'pk_test_abc123', 'sk_test_abc123'],
    ['webhook_secret', 'whsec_abc123', 'we_abc123'],
    ['multicapture', 'on', 'yes'],
    ['google_pay_merchant_id', 'BCR2DN4T', 'abc123-'],
  ])('accepts for %s the value %s, and not %s', (name, right, wrong) => {
    const setting = ACCOUNT_SETTINGS.find((one) => one.name === name);
    expect(setting?.refuse?.(right)).toBeUndefined();
    expect(setting?.refuse?.(wrong)).toMatch(/^must be /);
    expect(setting?.refuse?.(wrong)).not.toContain('abc123');
  });

  it('uses the account of the operator for shops without their own', async () => {
    const scene = await StripeScene.start();
    const url = scene.standIn.state.url;
    const { secret_key = '', publishable_key = '' } = scene.settings;
    const handler = stripe.make({
      PORTAL_STRIPE_API_URL: url,
      PORTAL_STRIPE_SECRET_KEY: secret_key,
      PORTAL_STRIPE_PUBLISHABLE_KEY: publishable_key,
    });
    const settings = handler?.portalAccount ?? {};
    const context = { ...scene.context(), account: { owner: 'portal', settings } as const };
    const card = { type: 'token', token: 'pm_card_visa' };
    expect(await handler?.authorize(scene.attempt, card, context)).toMatchObject({ payment_status: 'paid' });
  });

  it('does not use the account of the operator for a shop with its own', async () => {
    const scene = await StripeScene.start();
    const handler = stripe.make({
      PORTAL_STRIPE_API_URL: scene.standIn.state.url,
      PORTAL_STRIPE_SECRET_KEY: scene.settings.secret_key ?? '',
      PORTAL_STRIPE_PUBLISHABLE_KEY: scene.settings.publishable_key ?? '',
    });
    const context = { ...scene.context(), account: { owner: 'shop', settings: {} } as const };
    await expect(handler?.authorize(scene.attempt, undefined, context)).rejects.toThrow('has no keys');
    expect(scene.standIn.requests).toEqual([]);
  });

  it.each([
    [{ PORTAL_STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }, 'PORTAL_STRIPE_SECRET_KEY must be set'],
    [{ PORTAL_STRIPE_SECRET_KEY: 'sk_test_1' }, 'PORTAL_STRIPE_PUBLISHABLE_KEY must be set'],
    [{ PORTAL_STRIPE_SECRET_KEY: 'pk_test_1' }, 'PORTAL_STRIPE_SECRET_KEY must be a secret or restricted key'],
    [{ PORTAL_STRIPE_API_URL: 'ftp://stripe.example' }, 'PORTAL_STRIPE_API_URL must be an http or https URL'],
  ])('rejects %o', (given, problem) => {
    expect(() => stripe.make(given)).toThrow(problem);
  });
});

describe('a credential', () => {
  it.each([
    [
      { type: 'token', token: 'pm_1' },
      { type: 'payment_method', id: 'pm_1' },
    ],
    [
      { type: 'token', token: 'ctoken_1' },
      { type: 'confirmation_token', id: 'ctoken_1' },
    ],
    [
      { type: 'token', token: 'tok_1' },
      { type: 'card_token', id: 'tok_1' },
    ],
    [
      { type: 'spt', token: 'spt_1' },
      { type: 'shared_payment_token', id: 'spt_1' },
    ],
    [
      { type: 'PAYMENT_GATEWAY', token: '{"id":"tok_1"}' },
      { type: 'card_token', id: 'tok_1' },
    ],
  ])('%o is charged as %o', (credential, source) => {
    expect(paymentSource(credential)).toEqual(source);
    expect(refuseCredential(credential)).toBeUndefined();
  });

  it.each([
    { type: 'token', token: 'sk_test_1' },
    { type: 'token', token: 'constructor_1' },
    { type: 'token' },
    { type: 'card', number: '4242424242424242' },
    { type: 'PAYMENT_GATEWAY', token: '{"id":7}' },
    { type: 'PAYMENT_GATEWAY', token: '{"id":"pm_1/../x"}' },
  ])('%o is answered with what to send instead', (credential) => {
    expect(refuseCredential(credential)).toMatch(/^send \{ "type": "token"/);
  });

  it('is not required, since the buyer can pay on a page of Stripe', () => {
    expect(refuseCredential(undefined)).toBeUndefined();
  });
});
