import { expect, it } from 'vitest';
import { endDispute, openDispute } from '../support/stripe/disputes.js';
import { endAction, endProcessing } from '../support/stripe/intents.js';
import { expireSession, paySession } from '../support/stripe/sessions.js';
import { DAY, MINUTE, NOON, StripeScene } from '../support/stripe/stripe-scene.js';

/** `authorize` and `status` of the Stripe handler. */

const VOIDED = { state: 'declined', reason: 'the payment was voided' };

it('charges a payment method, and keeps its PaymentIntent before it is confirmed', async () => {
  const scene = await StripeScene.start();
  const held = scene.standIn.faults.hold('/confirm');
  const outcome = scene.authorize('pm_card_visa');
  await held.arrived;
  const { id } = scene.intent();
  expect(scene.notes.texts.get('pay_1')).toBe(id);
  held.release();
  expect(await outcome).toMatchObject({
    state: 'authorized',
    payment_status: 'paid',
    provider_reference: id,
    captured: 2000,
  });
  const [created] = scene.standIn.requestsTo('/payment_intents');
  expect(created?.key).toBe('pay_1');
  expect(created?.form.members('metadata')).toEqual({ attempt_id: 'pay_1', checkout_id: 'chk_1', shop_id: 'shop_1' });
});

it('saves no payment method', async () => {
  const scene = await StripeScene.start();
  await scene.authorize('pm_card_visa');
  scene.attempt = { ...scene.attempt, id: 'pay_2' };
  await scene.authorizeHosted();
  const sent = scene.standIn.requests.filter(({ form }) =>
    [
      'customer',
      'customer_creation',
      'setup_future_usage',
      'saved_payment_method_options',
      'payment_intent_data[setup_future_usage]',
    ].some((name) => form.has(name)),
  );
  expect(sent).toEqual([]);
});

it('reserves an amount until the time that the charge states', async () => {
  const scene = await StripeScene.start();
  scene.attempt = { ...scene.attempt, capture: 'later' };
  const reserved = {
    state: 'authorized',
    payment_status: 'authorized',
    authorized_until: NOON + 7 * DAY,
    captured: 0,
    refunded: 0,
    ended: false,
    disputes: [],
  };
  expect(await scene.authorize()).toMatchObject(reserved);
  expect(await scene.status()).toMatchObject(reserved);
});

it.each([
  ['pm_card_visa_chargeDeclined', 'the bank declined the payment'],
  ['pm_card_visa_chargeDeclinedInsufficientFunds', 'the card has insufficient funds'],
  ['pm_card_chargeDeclinedExpiredCard', 'the card has expired'],
  ['pm_card_visa_chargeDeclinedLostCard', 'the bank declined the payment'],
])('declines %s: %s', async (method, reason) => {
  const scene = await StripeScene.start();
  expect(await scene.authorize(method)).toEqual({ state: 'declined', reason });
  expect(await scene.status()).toEqual({ state: 'declined', reason });
});

it('ends a declined PaymentIntent, so that the browser cannot pay it with another card', async () => {
  const scene = await StripeScene.start();
  await scene.authorize('pm_card_visa_chargeDeclined');
  expect(scene.intent().status).toBe('canceled');
});

it('does not report a decline while the declined PaymentIntent can still be paid', async () => {
  const scene = await StripeScene.start();
  scene.standIn.faults.plan('/cancel', 'error');
  await expect(scene.authorize('pm_card_visa_chargeDeclined')).rejects.toThrow('500');
  expect(await scene.status()).toMatchObject({ state: 'declined' });
  expect(scene.intent().status).toBe('canceled');
});

it.each([
  ['pm_unknown', 'Stripe does not know this token, or it belongs to another account'],
  ['ctoken_unknown', 'Stripe does not know this token, or it belongs to another account'],
  ['tok_unknown', 'Stripe does not know this token, or it belongs to another account'],
  ['spt_unknown', 'Stripe does not know this token, or it belongs to another account'],
])('declines the unknown token %s', async (token, reason) => {
  const scene = await StripeScene.start();
  expect(await scene.authorize(token)).toEqual({ state: 'declined', reason });
  expect(scene.intent().status).toBe('canceled');
});

it('declines an amount below the minimum of Stripe', async () => {
  const scene = await StripeScene.start();
  scene.attempt = { ...scene.attempt, amount: 49 };
  expect(await scene.authorize()).toEqual({
    state: 'declined',
    reason: 'Stripe does not charge an amount as small as this one',
  });
});

it('leads the buyer to a page that authenticates, and reports what happened there', async () => {
  const scene = await StripeScene.start();
  const action = { state: 'action_required', action: { type: 'redirect' }, expires_at: NOON + 15 * MINUTE };
  expect(await scene.authorize('pm_card_authenticationRequired')).toMatchObject(action);
  expect(await scene.status()).toMatchObject(action);
  const [confirmed] = scene.standIn.requestsTo('/confirm');
  expect(confirmed?.form.text('return_url')).toBe('https://shop.example/checkout/1');
  endAction(scene.standIn.state, scene.intent(), true);
  expect(await scene.status()).toMatchObject({ state: 'authorized', payment_status: 'paid' });
});

it('declines a buyer who could not be authenticated', async () => {
  const scene = await StripeScene.start();
  await scene.authorize('pm_card_authenticationRequired');
  endAction(scene.standIn.state, scene.intent(), false);
  expect(await scene.status()).toEqual({ state: 'declined', reason: 'the buyer could not be authenticated' });
  expect(scene.intent().status).toBe('canceled');
});

it('gives the payment page what Stripe.js needs to authenticate', async () => {
  const scene = await StripeScene.start();
  scene.standIn.state.confirmationTokens.set('ctoken_1', 'pm_card_authenticationRequired');
  const outcome = await scene.authorize('ctoken_1');
  const { client_secret } = scene.intent();
  expect(outcome).toMatchObject({
    state: 'action_required',
    action: { type: 'client', data: { client_secret, publishable_key: 'pk_test_standin0001' } },
  });
});

it('waits for a bank debit as long as a bank may take', async () => {
  const scene = await StripeScene.start();
  const pending = { state: 'pending', until: NOON + 14 * DAY };
  expect(await scene.authorize('pm_usBankAccount_processing')).toEqual(pending);
  expect(await scene.status()).toEqual(pending);
  endProcessing(scene.standIn.state, scene.intent(), true);
  expect(await scene.status()).toMatchObject({ state: 'authorized', payment_status: 'paid', captured: 2000 });
});

it('declines a bank debit that failed', async () => {
  const scene = await StripeScene.start();
  await scene.authorize('pm_usBankAccount_processing');
  endProcessing(scene.standIn.state, scene.intent(), false);
  expect(await scene.status()).toMatchObject({ state: 'declined' });
});

it('declines a bank debit whose money is to be taken later, since it states no time', async () => {
  const scene = await StripeScene.start();
  scene.attempt = { ...scene.attempt, capture: 'later' };
  expect(await scene.authorize('pm_usBankAccount_processing')).toMatchObject({ state: 'declined' });
});

it('charges the token of Google Pay', async () => {
  const scene = await StripeScene.start();
  const token = JSON.stringify({ id: 'tok_visa', object: 'token', card: { last4: '4242' } });
  expect(await scene.authorize({ type: 'PAYMENT_GATEWAY', token })).toMatchObject({ payment_status: 'paid' });
});

it('charges a Shared Payment Token through the preview version, within its limits', async () => {
  const scene = await StripeScene.start();
  const granted = { method: 'pm_card_visa', currency: 'usd', expires_at: NOON / 1000 + 600 };
  const { sharedTokens } = scene.standIn.state;
  sharedTokens.set('spt_1', { ...granted, id: 'spt_1', max_amount: 2000 });
  sharedTokens.set('spt_2', { ...granted, id: 'spt_2', max_amount: 1999 });
  expect(await scene.authorize('spt_1')).toMatchObject({ payment_status: 'paid' });
  expect(scene.standIn.requestsTo('/confirm')[0]).toMatchObject({
    version: '2026-04-22.preview',
    key: 'pay_1/confirm',
  });
  scene.attempt = { ...scene.attempt, id: 'pay_2' };
  expect(await scene.authorize('spt_2')).toEqual({ state: 'declined', reason: 'Stripe refused the request' });
});

it('charges once when a call with the same id repeats', async () => {
  const scene = await StripeScene.start();
  const first = await scene.authorize();
  scene.advance(2 * DAY);
  expect(await scene.authorize()).toEqual(first);
  expect(scene.standIn.requestsTo('/confirm')).toHaveLength(1);
  expect(scene.net()).toBe(2000);
});

it('charges once when calls with the same id overlap', async () => {
  const scene = await StripeScene.start();
  const held = scene.standIn.faults.hold('/confirm');
  const first = scene.authorize();
  await held.arrived;
  await expect(scene.authorize()).rejects.toThrow('409');
  held.release();
  expect(await first).toMatchObject({ payment_status: 'paid' });
  expect(scene.net()).toBe(2000);
});

it.each(['error_after', 'cut_after'] as const)(
  'does not know the outcome of a charge that Stripe did not confirm (%s), and finds it out',
  async (fault) => {
    const scene = await StripeScene.start();
    scene.standIn.faults.plan('/confirm', fault);
    await expect(scene.authorize()).rejects.toThrow('its outcome is unknown');
    expect(await scene.status()).toMatchObject({ state: 'authorized', payment_status: 'paid' });
    expect(await scene.authorize()).toMatchObject({ state: 'authorized', payment_status: 'paid' });
    expect(scene.net()).toBe(2000);
  },
);

it.each(['rate_limit', 'error'] as const)('charges later what Stripe did not perform (%s)', async (fault) => {
  const scene = await StripeScene.start();
  scene.standIn.faults.plan('/confirm', fault);
  await expect(scene.authorize()).rejects.toThrow();
  expect(await scene.status()).toEqual({ state: 'pending' });
  expect(await scene.authorize()).toMatchObject({ payment_status: 'paid' });
});

it('creates one PaymentIntent when the response to its creation is lost', async () => {
  const scene = await StripeScene.start();
  scene.standIn.faults.plan('/payment_intents', 'cut_after');
  await expect(scene.authorize()).rejects.toThrow();
  expect(await scene.status()).toEqual({ state: 'unknown' });
  expect(await scene.authorize()).toMatchObject({ payment_status: 'paid', provider_reference: scene.intent().id });
});

it('does not charge an attempt that was voided before, even an unknown one', async () => {
  const scene = await StripeScene.start();
  await scene.void();
  expect(await scene.authorize()).toEqual(VOIDED);
  expect(await scene.status()).toEqual(VOIDED);
  expect(scene.standIn.requests).toEqual([]);
});

it('does not charge an attempt that is voided while its PaymentIntent is created', async () => {
  const scene = await StripeScene.start();
  const held = scene.standIn.faults.hold('/payment_intents');
  const outcome = scene.authorize();
  await held.arrived;
  await scene.void();
  held.release();
  expect(await outcome).toEqual(VOIDED);
  expect(scene.net()).toBe(0);
});

it('does not charge an attempt that is voided before its PaymentIntent is confirmed', async () => {
  const scene = await StripeScene.start();
  const held = scene.standIn.faults.hold('/confirm');
  const outcome = scene.authorize();
  await held.arrived;
  await scene.void();
  held.release();
  expect(await outcome).toMatchObject({ state: 'declined' });
  expect(scene.net()).toBe(0);
});

it('reports refunds and disputes, but not the release of an authorization as a refund', async () => {
  const scene = await StripeScene.start();
  scene.attempt = { ...scene.attempt, capture: 'later' };
  await scene.authorize();
  await scene.capture('cap_1', 1500, true);
  await scene.refund('adj_1', 300);
  const dispute = openDispute(scene.standIn.state, scene.intent().id, 1200);
  const report = { state: 'authorized', payment_status: 'authorized', captured: 1500, refunded: 300, ended: true };
  const reported = {
    id: dispute.id,
    amount: 1200,
    reason: 'fraudulent',
    opened_at: NOON,
    evidence_due: NOON + 7 * DAY,
  };
  expect(await scene.status()).toMatchObject({ ...report, disputes: [{ ...reported, state: 'open' }] });
  endDispute(scene.standIn.state, dispute, 'lost');
  expect(await scene.status()).toMatchObject({ ...report, disputes: [{ ...reported, state: 'lost' }] });
});

it.each([
  ['won', 'won'],
  ['warning_closed', 'won'],
] as const)('reports the dispute status %s as %s', async (status, state) => {
  const scene = await StripeScene.start();
  await scene.authorize();
  endDispute(scene.standIn.state, openDispute(scene.standIn.state, scene.intent().id, 2000), status);
  expect(await scene.status()).toMatchObject({ disputes: [{ state }] });
});

it('reports an authorization that expired', async () => {
  const scene = await StripeScene.start();
  scene.attempt = { ...scene.attempt, capture: 'later' };
  await scene.authorize();
  scene.advance(7 * DAY);
  expect(await scene.status()).toMatchObject({ state: 'authorized', captured: 0, refunded: 0, ended: true });
});

it('sends the buyer to a page of Stripe without a credential', async () => {
  const scene = await StripeScene.start();
  const outcome = await scene.authorizeHosted();
  const [session] = scene.standIn.state.sessions.values();
  expect(outcome).toEqual({
    state: 'action_required',
    action: { type: 'redirect', url: session?.url },
    expires_at: NOON + 15 * MINUTE,
  });
  expect(session).toMatchObject({ amount_total: 2000, currency: 'usd', client_reference_id: 'chk_1' });
  expect(await scene.authorizeHosted()).toEqual(outcome);
});

it('lets the buyer try another card on the page of Stripe', async () => {
  const scene = await StripeScene.start();
  await scene.authorizeHosted();
  const [session] = scene.standIn.state.sessions.values();
  if (!session) throw new Error('there is no session');
  paySession(scene.standIn.state, session, 'pm_card_visa_chargeDeclined', { livemode: false });
  expect(await scene.status()).toMatchObject({ state: 'action_required' });
  paySession(scene.standIn.state, session, 'pm_card_visa', { livemode: false });
  expect(await scene.status()).toMatchObject({ state: 'authorized', payment_status: 'paid', captured: 2000 });
});

it('declines a bank debit of the page of Stripe that failed', async () => {
  const scene = await StripeScene.start();
  await scene.authorizeHosted();
  for (const session of scene.standIn.state.sessions.values())
    paySession(scene.standIn.state, session, 'pm_usBankAccount_processing', { livemode: false });
  expect(await scene.status()).toEqual({ state: 'pending', until: NOON + 14 * DAY });
  endProcessing(scene.standIn.state, scene.intent(), false);
  expect(await scene.status()).toEqual({ state: 'declined', reason: 'the bank declined the payment' });
});

it('reports that the time for the page of Stripe has ended', async () => {
  const scene = await StripeScene.start();
  await scene.authorizeHosted();
  for (const session of scene.standIn.state.sessions.values()) expireSession(scene.standIn.state, session);
  expect(await scene.status()).toEqual({ state: 'declined', reason: 'the time for the payment has ended' });
});

it('tells no secret in the error of a failed call', async () => {
  const scene = await StripeScene.start();
  scene.settings = { ...scene.settings, secret_key: 'sk_test_wrong12345' };
  const error = await scene.authorize('pm_card_visa').catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(Error);
  const told = JSON.stringify(error, Object.getOwnPropertyNames(error));
  expect(told).toContain('401');
  for (const secret of ['12345', 'sk_test', 'pm_card', 'whsec']) expect(told).not.toContain(secret);
});
