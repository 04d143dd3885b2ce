import { expect, it } from 'vitest';
import { openDispute } from '../support/stripe/disputes.js';
import { paySession } from '../support/stripe/sessions.js';
import { MINUTE, StripeScene } from '../support/stripe/stripe-scene.js';

/** `receive` of the Stripe handler. */

async function paid() {
  const scene = await StripeScene.start();
  await scene.authorize();
  return scene;
}

it('names the attempt of an event from the metadata', async () => {
  const scene = await paid();
  for (const type of ['payment_intent.succeeded', 'charge.succeeded']) {
    const event = scene.event(type);
    expect(await scene.receive(event)).toEqual({ id: event.id, attempt_ids: ['pay_1'] });
  }
});

it('names the attempt of a dispute and of a refund made at Stripe, which have no metadata', async () => {
  const scene = await paid();
  await scene.refund('adj_1', 500);
  openDispute(scene.standIn.state, scene.intent().id, 1500);
  for (const type of ['refund.created', 'charge.dispute.created'])
    expect(await scene.receive(scene.event(type))).toMatchObject({ attempt_ids: ['pay_1'] });
});

it('names the attempt of a payment on the page of Stripe', async () => {
  const scene = await StripeScene.start();
  await scene.authorizeHosted();
  for (const session of scene.standIn.state.sessions.values())
    paySession(scene.standIn.state, session, 'pm_card_visa', { livemode: false });
  expect(await scene.receive(scene.event('checkout.session.completed'))).toMatchObject({ attempt_ids: ['pay_1'] });
  await scene.status();
  openDispute(scene.standIn.state, scene.intent().id, 2000);
  expect(await scene.receive(scene.event('charge.dispute.created'))).toMatchObject({ attempt_ids: ['pay_1'] });
});

it('names no attempt in events that do not matter, or that are not of this portal', async () => {
  const scene = await paid();
  const event = scene.event('payment_intent.succeeded');
  const foreign = { ...event, data: { object: { id: 'pi_foreign', object: 'payment_intent', metadata: {} } } };
  for (const one of [{ ...event, type: 'payout.paid' }, foreign, { ...event, data: { object: 'text' } }])
    expect(await scene.receive(one)).toEqual({ id: event.id, attempt_ids: [] });
});

it('accepts a repeated event, which is the same event', async () => {
  const scene = await paid();
  const event = scene.event('payment_intent.succeeded');
  expect(await scene.receive(event)).toEqual(await scene.receive(event));
});

it.each([
  ['is signed with another secret', { secret: 'whsec_other' }],
  ['was changed after it was signed', { body: '{"id":"evt_1","type":"payment_intent.succeeded"}' }],
  ['has an empty body', { body: '' }],
])('rejects an event that %s', async (_, signing) => {
  const scene = await paid();
  expect(await scene.receive(scene.event('payment_intent.succeeded'), signing)).toBeUndefined();
});

it('rejects an event without a signature', async () => {
  const scene = await paid();
  const request = { headers: {}, body: Buffer.from('{}'), received_at: scene.now() };
  expect(await scene.handler.receive?.(request, scene.context())).toBeUndefined();
});

it('rejects a signature that is older than five minutes', async () => {
  const scene = await paid();
  const event = scene.event('payment_intent.succeeded');
  expect(await scene.receive(event, { at: scene.now() - 5 * MINUTE })).toMatchObject({ id: event.id });
  expect(await scene.receive(event, { at: scene.now() - 5 * MINUTE - 1000 })).toBeUndefined();
});

it('rejects events for an account without a webhook secret', async () => {
  const scene = await paid();
  const { webhook_secret: _, ...settings } = scene.settings;
  scene.settings = settings;
  expect(await scene.receive(scene.event('payment_intent.succeeded'))).toBeUndefined();
});
