import { expect, it } from 'vitest';
import { endDispute, openDispute } from '../support/stripe/disputes.js';
import { FormValues } from '../support/stripe/form-values.js';
import { endProcessing } from '../support/stripe/intents.js';
import { createRefund, endRefund } from '../support/stripe/refunds.js';
import { paySession } from '../support/stripe/sessions.js';
import { DAY, StripeScene } from '../support/stripe/stripe-scene.js';

/** `refund` and `void` of the Stripe handler. */

const COMPLETED = { state: 'completed' };
const PENDING = { state: 'pending' };

async function paid() {
  const scene = await StripeScene.start();
  await scene.authorize();
  return scene;
}

async function reserved() {
  const scene = await StripeScene.start();
  scene.standIn.state.multicapture = true;
  scene.settings = { ...scene.settings, multicapture: 'on' };
  scene.attempt = { ...scene.attempt, capture: 'later' };
  await scene.authorize();
  return scene;
}

function onlyRefund(scene: StripeScene) {
  const [refund] = scene.standIn.state.refunds.values();
  if (!refund) throw new Error('there is no refund');
  return refund;
}

it('refunds once when a call with the same id repeats, also when Stripe has forgotten its key', async () => {
  const scene = await paid();
  expect(await scene.refund('adj_1', 500)).toEqual(COMPLETED);
  expect(await scene.refund('adj_1', 500)).toEqual(COMPLETED);
  scene.advance(2 * DAY);
  expect(await scene.refund('adj_1', 500)).toEqual(COMPLETED);
  expect(scene.net()).toBe(1500);
  expect(scene.standIn.requestsTo('/refunds')).toMatchObject([{ key: 'adj_1' }]);
});

it.each([
  ['succeeded', COMPLETED],
  ['failed', { state: 'failed', reason: 'the bank refused it (expired_or_canceled_card)' }],
] as const)('reports a pending refund until it has %s', async (status, outcome) => {
  const scene = await paid();
  scene.standIn.state.refundsAre = 'pending';
  expect(await scene.refund('adj_1', 500)).toEqual(PENDING);
  scene.advance(2 * DAY);
  expect(await scene.refund('adj_1', 500)).toEqual(PENDING);
  expect(await scene.status()).toMatchObject({ refunded: 0 });
  endRefund(scene.standIn.state, onlyRefund(scene), status);
  expect(await scene.refund('adj_1', 500)).toEqual(outcome);
  expect(scene.standIn.state.refunds.size).toBe(1);
});

it('keeps the outcome of a refund that Stripe reversed later', async () => {
  const scene = await paid();
  await scene.refund('adj_1', 500);
  endRefund(scene.standIn.state, onlyRefund(scene), 'failed');
  expect(await scene.refund('adj_1', 500)).toEqual(COMPLETED);
  expect(await scene.status()).toMatchObject({ refunded: 0 });
});

it.each(['error_after', 'cut_after'] as const)('finds out that a refund took effect (%s)', async (fault) => {
  const scene = await paid();
  scene.standIn.faults.plan('/refunds', 'rate_limit');
  await expect(scene.refund('adj_1', 500)).rejects.toThrow('429');
  const held = scene.standIn.faults.hold('/refunds');
  const listed = scene.refund('adj_1', 500);
  await held.arrived;
  scene.standIn.faults.plan('/refunds', fault);
  held.release();
  await expect(listed).rejects.toThrow('its outcome is unknown');
  expect(await scene.refund('adj_1', 500)).toEqual(COMPLETED);
  expect(scene.net()).toBe(1500);
});

it('fails to refund more than is left, and stays failed', async () => {
  const scene = await paid();
  await scene.refund('adj_1', 1500);
  const failed = { state: 'failed', reason: 'Stripe refused the request' };
  expect(await scene.refund('adj_2', 501)).toEqual(failed);
  expect(await scene.refund('adj_2', 501)).toEqual(failed);
  expect(await scene.refund('adj_3', 500)).toEqual(COMPLETED);
  expect(await scene.refund('adj_4', 1)).toEqual({ state: 'failed', reason: 'the payment is refunded already' });
});

it('does not pay a failed refund later, when more is left', async () => {
  const scene = await paid();
  await scene.refund('adj_1', 1500);
  await scene.refund('adj_2', 501);
  endRefund(scene.standIn.state, onlyRefund(scene), 'failed');
  expect(await scene.refund('adj_2', 501)).toMatchObject({ state: 'failed' });
  expect(scene.net()).toBe(2000);
});

it('fails to refund a payment whose dispute was lost', async () => {
  const scene = await paid();
  endDispute(scene.standIn.state, openDispute(scene.standIn.state, scene.intent().id, 2000), 'lost');
  expect(await scene.refund('adj_1', 500)).toEqual({ state: 'failed', reason: 'the buyer has disputed the payment' });
});

it('refunds a payment made on the page of Stripe', async () => {
  const scene = await StripeScene.start();
  await scene.authorizeHosted();
  for (const session of scene.standIn.state.sessions.values())
    paySession(scene.standIn.state, session, 'pm_card_visa', { livemode: false });
  expect(await scene.refund('adj_1', 2000)).toEqual(COMPLETED);
  expect(scene.net()).toBe(0);
});

it('releases what was reserved', async () => {
  const scene = await reserved();
  await scene.void();
  await scene.void();
  expect(scene.intent().status).toBe('canceled');
  expect(await scene.status()).toMatchObject({ captured: 0, refunded: 0, ended: true });
});

it('releases the rest of a partly captured payment, and keeps the part', async () => {
  const scene = await reserved();
  await scene.capture('cap_1', 700, false);
  await scene.void();
  await scene.void();
  expect(await scene.status()).toMatchObject({ captured: 700, refunded: 0, ended: true });
  expect(scene.net()).toBe(700);
});

it('keeps a payment that was captured finally', async () => {
  const scene = await reserved();
  await scene.capture('cap_1', 700, true);
  await scene.void();
  expect(scene.net()).toBe(700);
});

it('pays back a charge that became known too late, once', async () => {
  const scene = await StripeScene.start();
  scene.standIn.faults.plan('/confirm', 'cut_after');
  await expect(scene.authorize()).rejects.toThrow();
  await scene.void();
  scene.advance(2 * DAY);
  await scene.void();
  expect(scene.net()).toBe(0);
});

it('accepts that the merchant has paid back a charge, or lost it in a dispute, before it was voided', async () => {
  const refunded = await paid();
  createRefund(refunded.standIn.state, new FormValues(`payment_intent=${refunded.intent().id}`));
  await refunded.void();
  const disputed = await paid();
  const dispute = openDispute(disputed.standIn.state, disputed.intent().id, 2000);
  endDispute(disputed.standIn.state, dispute, 'lost');
  await disputed.void();
  expect([refunded.net(), disputed.standIn.state.refunds.size]).toEqual([0, 0]);
});

it('does not accept that a charge cannot be paid back while money of it is left', async () => {
  const scene = await paid();
  endDispute(scene.standIn.state, openDispute(scene.standIn.state, scene.intent().id, 1999), 'lost');
  await expect(scene.void()).rejects.toThrow('could not be paid back');
});

it('ends an action of the buyer', async () => {
  const scene = await StripeScene.start();
  await scene.authorize('pm_card_authenticationRequired');
  await scene.void();
  expect(await scene.status()).toEqual({ state: 'declined', reason: 'the payment was canceled' });
});

it('ends the time of the page of Stripe', async () => {
  const scene = await StripeScene.start();
  await scene.authorizeHosted();
  await scene.void();
  await scene.void();
  expect([...scene.standIn.state.sessions.values()]).toMatchObject([{ status: 'expired' }]);
});

it('pays back what was paid on the page of Stripe before it could be ended', async () => {
  const scene = await StripeScene.start();
  await scene.authorizeHosted();
  for (const session of scene.standIn.state.sessions.values())
    paySession(scene.standIn.state, session, 'pm_card_visa', { livemode: false });
  await scene.void();
  expect(scene.net()).toBe(0);
});

it('ends a bank debit of the page of Stripe that failed', async () => {
  const scene = await StripeScene.start();
  await scene.authorizeHosted();
  for (const session of scene.standIn.state.sessions.values())
    paySession(scene.standIn.state, session, 'pm_usBankAccount_processing', { livemode: false });
  await expect(scene.void()).rejects.toThrow();
  endProcessing(scene.standIn.state, scene.intent(), false);
  await scene.void();
  expect(scene.net()).toBe(0);
});

it('cannot end a bank debit in flight, and does so when the bank has decided', async () => {
  const scene = await StripeScene.start();
  await scene.authorize('pm_usBankAccount_processing');
  await expect(scene.void()).rejects.toThrow('payment_intent_unexpected_state');
  endProcessing(scene.standIn.state, scene.intent(), true);
  await scene.void();
  expect(scene.net()).toBe(0);
});
