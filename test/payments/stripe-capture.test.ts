import { expect, it } from 'vitest';
import { DAY, StripeScene } from '../support/stripe/stripe-scene.js';

/** `capture` of the Stripe handler. */

const COMPLETED = { state: 'completed' };

async function authorized({ multicapture = false } = {}) {
  const scene = await StripeScene.start();
  scene.standIn.state.multicapture = multicapture;
  scene.settings = { ...scene.settings, multicapture: multicapture ? 'on' : 'off' };
  scene.attempt = { ...scene.attempt, capture: 'later' };
  await scene.authorize();
  return scene;
}

it('captures everything', async () => {
  const scene = await authorized();
  expect(await scene.capture('cap_1', 2000, true)).toEqual(COMPLETED);
  expect(await scene.status()).toMatchObject({ payment_status: 'paid', captured: 2000, ended: true });
});

it('captures a part for good, and releases the rest', async () => {
  const scene = await authorized();
  expect(await scene.capture('cap_1', 700, true)).toEqual(COMPLETED);
  expect(await scene.status()).toMatchObject({ payment_status: 'authorized', captured: 700, ended: true });
  expect(scene.net()).toBe(700);
});

it('captures the whole rest as final, because Stripe refuses it otherwise', async () => {
  const scene = await authorized({ multicapture: true });
  expect(await scene.capture('cap_1', 2000, false)).toEqual(COMPLETED);
});

it('does not release the rest of a card that can be captured once without being told so', async () => {
  const scene = await authorized();
  expect(await scene.capture('cap_1', 700, false)).toEqual({
    state: 'failed',
    reason: 'this payment can be captured once, which releases the rest: capture it with "final": true',
  });
  expect(await scene.status()).toMatchObject({ captured: 0, ended: false });
});

it('captures several parts of a card with multicapture', async () => {
  const scene = await authorized({ multicapture: true });
  expect(await scene.capture('cap_1', 700, false)).toEqual(COMPLETED);
  expect(await scene.status()).toMatchObject({ payment_status: 'authorized', captured: 700, ended: false });
  expect(await scene.capture('cap_2', 800, true)).toEqual(COMPLETED);
  expect(await scene.status()).toMatchObject({ payment_status: 'authorized', captured: 1500, ended: true });
  expect(scene.net()).toBe(1500);
});

it('reports how often a payment can be captured', async () => {
  expect(await (await authorized()).status()).toMatchObject({ captures: 'once' });
  expect(await (await authorized({ multicapture: true })).status()).toMatchObject({ captures: 'many' });
});

it('records captures whose ids are longer than a name of metadata', async () => {
  const scene = await authorized({ multicapture: true });
  const id = (last: number) => `capture_01938f6e-7c1a-7000-8000-00000000000${last}`;
  for (const last of [1, 2, 1]) expect(await scene.capture(id(last), 700, false)).toMatchObject(COMPLETED);
  expect(scene.net()).toBe(1400);
});

it('captures once when a call with the same id repeats, also when Stripe has forgotten its key', async () => {
  const scene = await authorized({ multicapture: true });
  const again = { state: 'completed', captured: 700 };
  await scene.capture('cap_1', 700, false);
  expect(await scene.capture('cap_1', 700, false)).toEqual(again);
  scene.advance(2 * DAY);
  expect(await scene.capture('cap_1', 700, false)).toEqual(again);
  expect(scene.net()).toBe(700);
});

it('captures once when calls with the same id overlap', async () => {
  const scene = await authorized({ multicapture: true });
  const held = scene.standIn.faults.hold('/capture');
  const first = scene.capture('cap_1', 700, false);
  await held.arrived;
  await expect(scene.capture('cap_1', 700, false)).rejects.toThrow('409');
  held.release();
  expect(await first).toEqual(COMPLETED);
  expect(scene.net()).toBe(700);
});

it.each(['error_after', 'cut_after'] as const)('finds out that a capture took effect (%s)', async (fault) => {
  const scene = await authorized();
  scene.standIn.faults.plan('/capture', fault);
  await expect(scene.capture('cap_1', 2000, true)).rejects.toThrow('its outcome is unknown');
  expect(await scene.capture('cap_1', 2000, true)).toEqual({ state: 'completed', captured: 2000 });
  expect(scene.net()).toBe(2000);
});

it('fails after the authorization expired', async () => {
  const scene = await authorized();
  scene.advance(7 * DAY);
  expect(await scene.capture('cap_1', 2000, true)).toEqual({
    state: 'failed',
    reason: 'the payment has ended at Stripe',
  });
});

it('fails for more than was authorized', async () => {
  const scene = await authorized();
  expect(await scene.capture('cap_1', 2001, true)).toEqual({
    state: 'failed',
    reason: 'Stripe does not move an amount as large as this one',
  });
});
