import Stripe from 'stripe';
import { expect, it, onTestFinished } from 'vitest';
import { openDispute } from '../support/stripe/disputes.js';
import { endAction, endProcessing } from '../support/stripe/intents.js';
import { paySession } from '../support/stripe/sessions.js';
import { signedEvent } from '../support/stripe/signed-event.js';
import { LIVE_KEY, StripeStandIn, TEST_KEY } from '../support/stripe/stripe-stand-in.js';

/** The stand-in of Stripe, driven by the package that the portal uses. */

const NOON = Date.UTC(2026, 10, 20, 12);
const DAY = 24 * 60 * 60_000;
const RETURN = { return_url: 'https://shop.example/back' };

async function start() {
  let now = NOON;
  const standIn = new StripeStandIn(() => now);
  const { hostname, port } = new URL(await standIn.listen());
  onTestFinished(() => standIn.close());
  const client = (key = TEST_KEY) =>
    new Stripe(key, { protocol: 'http', host: hostname, port, maxNetworkRetries: 0, telemetry: false });
  const advance = (milliseconds: number) => {
    now += milliseconds;
  };
  return { standIn, state: standIn.state, stripe: client(), client, advance };
}

function params(given: Partial<Stripe.PaymentIntentCreateParams> = {}): Stripe.PaymentIntentCreateParams {
  return { amount: 2000, currency: 'usd', automatic_payment_methods: { enabled: true }, ...given };
}

const visa = { payment_method: 'pm_card_visa', ...RETURN };
const manual = { capture_method: 'manual', confirm: true, ...visa } as const;

it('charges a PaymentIntent when it is confirmed', async () => {
  const { stripe } = await start();
  const { id, status } = await stripe.paymentIntents.create(params({ metadata: { order: '7' } }));
  expect(status).toBe('requires_payment_method');
  const paid = await stripe.paymentIntents.confirm(id, { ...visa, expand: ['latest_charge'] });
  expect(paid).toMatchObject({
    status: 'succeeded',
    amount_received: 2000,
    latest_charge: { amount_captured: 2000, metadata: { order: '7' } },
  });
});

it('requires a page to return to', async () => {
  const { stripe } = await start();
  const { id } = await stripe.paymentIntents.create(params());
  await expect(stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })).rejects.toThrow('return_url');
});

it('declines a card, and accepts another one', async () => {
  const { stripe } = await start();
  const { id } = await stripe.paymentIntents.create(params());
  const declined = stripe.paymentIntents.confirm(id, { ...visa, payment_method: 'pm_card_visa_chargeDeclined' });
  await expect(declined).rejects.toMatchObject({ type: 'StripeCardError', code: 'card_declined', statusCode: 402 });
  const { last_payment_error } = await stripe.paymentIntents.retrieve(id);
  expect(last_payment_error?.decline_code).toBe('generic_decline');
  expect((await stripe.paymentIntents.confirm(id, visa)).status).toBe('succeeded');
});

it('asks the buyer to authenticate, on a page or in Stripe.js', async () => {
  const { stripe, state } = await start();
  const secured = { ...RETURN, payment_method: 'pm_card_authenticationRequired', confirm: true };
  const first = await stripe.paymentIntents.create(params(secured));
  expect(first).toMatchObject({ status: 'requires_action', next_action: { type: 'redirect_to_url' } });
  const second = await stripe.paymentIntents.create(params({ ...secured, use_stripe_sdk: true }));
  expect(second.next_action?.type).toBe('use_stripe_sdk');
  endAction(state, state.intent(first.id), true);
  endAction(state, state.intent(second.id), false);
  expect((await stripe.paymentIntents.retrieve(first.id)).status).toBe('succeeded');
  expect(await stripe.paymentIntents.retrieve(second.id)).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { code: 'payment_intent_authentication_failure' },
  });
});

it('authenticates the buyer in a browser', async () => {
  const { stripe } = await start();
  const secured = { ...RETURN, payment_method: 'pm_card_authenticationRequired', confirm: true };
  const { id, next_action } = await stripe.paymentIntents.create(params(secured));
  const url = next_action?.redirect_to_url?.url ?? '';
  expect(await (await fetch(url)).text()).toContain('Complete');
  const body = new URLSearchParams({ result: 'complete' });
  const answer = await fetch(url, { method: 'POST', body, redirect: 'manual' });
  expect(answer.headers.get('location')).toBe(RETURN.return_url);
  expect((await stripe.paymentIntents.retrieve(id)).status).toBe('succeeded');
});

it('leaves a bank debit open until the bank decides', async () => {
  const { stripe, state } = await start();
  const { id, status } = await stripe.paymentIntents.create(
    params({ ...RETURN, payment_method: 'pm_usBankAccount_processing', confirm: true }),
  );
  expect(status).toBe('processing');
  await expect(stripe.paymentIntents.cancel(id)).rejects.toMatchObject({ code: 'payment_intent_unexpected_state' });
  endProcessing(state, state.intent(id), true);
  expect((await stripe.paymentIntents.retrieve(id)).amount_received).toBe(2000);
});

it('captures once, and releases the rest', async () => {
  const { stripe } = await start();
  const { id } = await stripe.paymentIntents.create(params(manual));
  const again = stripe.paymentIntents.capture(id, { amount_to_capture: 500, final_capture: false });
  await expect(again).rejects.toMatchObject({ param: 'final_capture' });
  const captured = await stripe.paymentIntents.capture(id, { amount_to_capture: 500, expand: ['latest_charge'] });
  expect(captured).toMatchObject({
    status: 'succeeded',
    amount_received: 500,
    latest_charge: { amount_captured: 500, amount_refunded: 1500 },
  });
  const { data } = await stripe.refunds.list({ payment_intent: id });
  expect(data).toMatchObject([{ amount: 1500, balance_transaction: null }]);
});

it('captures several times where multicapture was asked for', async () => {
  const { stripe, state } = await start();
  const asking = params({ ...manual, payment_method_options: { card: { request_multicapture: 'if_available' } } });
  await expect(stripe.paymentIntents.create(asking)).rejects.toThrow('requested card features');
  state.multicapture = true;
  const { id } = await stripe.paymentIntents.create(asking);
  const part = await stripe.paymentIntents.capture(id, { amount_to_capture: 500, final_capture: false });
  expect(part).toMatchObject({ status: 'requires_capture', amount_capturable: 1500, amount_received: 500 });
  const all = stripe.paymentIntents.capture(id, { amount_to_capture: 1500, final_capture: false });
  await expect(all).rejects.toMatchObject({ param: 'final_capture' });
  const ended = await stripe.paymentIntents.capture(id, { amount_to_capture: 0, final_capture: true });
  expect(ended).toMatchObject({ status: 'succeeded', amount_received: 500 });
});

it('ends an authorization after its time', async () => {
  const { stripe, advance } = await start();
  const { id } = await stripe.paymentIntents.create(params(manual));
  const charged = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
  const charge = charged.latest_charge;
  if (charge === null || typeof charge === 'string') throw new Error('the charge was not expanded');
  const before = charge.payment_method_details?.card?.capture_before ?? 0;
  expect(before).toBe(NOON / 1000 + 7 * 24 * 60 * 60);
  advance(7 * DAY);
  await expect(stripe.paymentIntents.capture(id)).rejects.toMatchObject({ code: 'payment_intent_unexpected_state' });
  expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({
    status: 'canceled',
    cancellation_reason: 'automatic',
  });
});

it('refunds no more than was captured', async () => {
  const { stripe, state } = await start();
  const { id } = await stripe.paymentIntents.create(params({ ...visa, confirm: true }));
  expect(await stripe.refunds.create({ payment_intent: id, amount: 500 })).toMatchObject({ status: 'succeeded' });
  await expect(stripe.refunds.create({ payment_intent: id, amount: 1501 })).rejects.toMatchObject({ param: 'amount' });
  state.refundsAre = 'pending';
  expect(await stripe.refunds.create({ payment_intent: id })).toMatchObject({ status: 'pending', amount: 1500 });
  await expect(stripe.refunds.create({ payment_intent: id })).rejects.toMatchObject({
    code: 'charge_already_refunded',
  });
});

it('lists disputes', async () => {
  const { stripe, state } = await start();
  const { id } = await stripe.paymentIntents.create(params({ ...visa, confirm: true }));
  openDispute(state, id, 2000);
  const { data } = await stripe.disputes.list({ payment_intent: id });
  expect(data).toMatchObject([{ amount: 2000, status: 'needs_response' }]);
});

it('has Checkout sessions that end by payment, by request or by time', async () => {
  const { stripe, state, advance } = await start();
  const make = () =>
    stripe.checkout.sessions.create({
      mode: 'payment',
      success_url: 'https://shop.example/back',
      line_items: [{ quantity: 1, price_data: { currency: 'usd', unit_amount: 2000, product_data: { name: 'Tea' } } }],
      payment_intent_data: { capture_method: 'automatic', metadata: { order: '7' } },
      expires_at: NOON / 1000 + 3600,
    });
  const [paid, expired, left] = [await make(), await make(), await make()];
  const session = state.session(paid.id);
  paySession(state, session, 'pm_card_visa_chargeDeclined', { livemode: false });
  expect((await stripe.checkout.sessions.retrieve(paid.id)).status).toBe('open');
  paySession(state, session, 'pm_card_visa', { livemode: false });
  await stripe.checkout.sessions.expire(expired.id);
  advance(3600_000);
  const expand = { expand: ['payment_intent.latest_charge'] };
  expect(await stripe.checkout.sessions.retrieve(paid.id, expand)).toMatchObject({
    status: 'complete',
    payment_intent: { status: 'succeeded', metadata: { order: '7' }, latest_charge: { amount_captured: 2000 } },
  });
  for (const { id } of [expired, left]) expect((await stripe.checkout.sessions.retrieve(id)).status).toBe('expired');
  await expect(stripe.checkout.sessions.expire(paid.id)).rejects.toThrow('open');
});

it('has a page on which a browser pays a session, authenticates and returns', async () => {
  const { stripe } = await start();
  const { id, url } = await stripe.checkout.sessions.create({
    mode: 'payment',
    success_url: 'https://shop.example/paid',
    cancel_url: 'https://shop.example/cart',
    line_items: [{ quantity: 1, price_data: { currency: 'usd', unit_amount: 2000, product_data: { name: 'Tea' } } }],
  });
  const send = async (to: string, form: Record<string, string>) => {
    const answer = await fetch(to, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
    return answer.headers.get('location') ?? '';
  };
  expect(await send(url ?? '', { card: '' })).toBe('https://shop.example/cart');
  expect(await send(url ?? '', { card: 'pm_card_visa_chargeDeclined' })).toBe('');
  const secure = await send(url ?? '', { card: 'pm_card_authenticationRequired' });
  expect(await send(secure, { result: 'complete' })).toBe('https://shop.example/paid');
  expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'complete', payment_status: 'paid' });
});

it('answers the same to the same idempotency key for a day', async () => {
  const { stripe, advance } = await start();
  const options = { idempotencyKey: 'key-1' };
  const { id } = await stripe.paymentIntents.create(params(), options);
  expect((await stripe.paymentIntents.create(params(), options)).id).toBe(id);
  const other = stripe.paymentIntents.create(params({ amount: 2001 }), options);
  await expect(other).rejects.toMatchObject({ type: 'StripeIdempotencyError' });
  advance(DAY);
  expect((await stripe.paymentIntents.create(params(), options)).id).not.toBe(id);
});

it('rejects an idempotency key that is in use', async () => {
  const { stripe, standIn } = await start();
  const options = { idempotencyKey: 'key-1' };
  const held = standIn.faults.hold('/payment_intents');
  const first = stripe.paymentIntents.create(params(), options);
  await held.arrived;
  const second = stripe.paymentIntents.create(params(), options);
  await expect(second).rejects.toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' });
  held.release();
  expect((await first).amount).toBe(2000);
});

it('fails on request, before or after the effect', async () => {
  const { stripe, standIn, state } = await start();
  const options = { idempotencyKey: 'key-1' };
  const create = () => stripe.paymentIntents.create(params({ ...visa, confirm: true }), options);
  standIn.faults.plan('/payment_intents', 'rate_limit');
  await expect(create()).rejects.toMatchObject({ type: 'StripeRateLimitError' });
  standIn.faults.plan('/payment_intents', 'error');
  await expect(create()).rejects.toMatchObject({ statusCode: 500 });
  expect(state.charges.size).toBe(0);
  standIn.faults.plan('/payment_intents', 'cut_after');
  await expect(create()).rejects.toMatchObject({ type: 'StripeConnectionError' });
  expect((await create()).status).toBe('succeeded');
  standIn.faults.plan('/refunds', 'error_after');
  const refund = () =>
    stripe.refunds.create({ payment_intent: [...state.intents.keys()][0] ?? '' }, { idempotencyKey: 'key-2' });
  await expect(refund()).rejects.toMatchObject({ statusCode: 500 });
  await expect(refund()).rejects.toMatchObject({ statusCode: 500 });
  expect([state.charges.size, state.refunds.size]).toEqual([1, 1]);
});

it('checks keys and the permissions of restricted ones', async () => {
  const { client, standIn } = await start();
  await expect(client('sk_test_unknown').paymentIntents.create(params())).rejects.toMatchObject({
    type: 'StripeAuthenticationError',
  });
  standIn.keys.restrict('rk_test_1', ['rak_payment_intent_write']);
  const restricted = client('rk_test_1');
  const { id, livemode } = await restricted.paymentIntents.create(params());
  expect([livemode, (await client(LIVE_KEY).paymentIntents.create(params())).livemode]).toEqual([false, true]);
  expect((await restricted.paymentIntents.retrieve(id)).id).toBe(id);
  await expect(restricted.refunds.list()).rejects.toMatchObject({ type: 'StripePermissionError' });
});

it('signs events as the package verifies them', async () => {
  const { stripe, state } = await start();
  await stripe.paymentIntents.create(params({ ...visa, confirm: true }));
  const event = state.events.find(({ type }) => type === 'payment_intent.succeeded');
  if (!event) throw new Error('there is no such event');
  const { body, headers } = signedEvent(event, 'whsec_1', NOON);
  const verify = (secret: string, at: number) =>
    stripe.webhooks.constructEvent(body, headers['stripe-signature'] ?? '', secret, 300, undefined, at);
  expect(verify('whsec_1', NOON)).toEqual(event);
  expect(() => verify('whsec_2', NOON)).toThrow('signature');
  expect(() => verify('whsec_1', NOON + 301_000)).toThrow('tolerance');
});
