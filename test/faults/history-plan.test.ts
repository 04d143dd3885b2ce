import { expect, test } from 'vitest';
import { planHistory } from './history-plan.js';

const PLANS = Array.from({ length: 20 }, (_, index) => planHistory(index + 1, 3));
const STEPS = PLANS.flatMap(({ clients }) => clients.flat());

test('draws the same history for the same seed, and others for others', () => {
  expect(planHistory(7, 3)).toEqual(planHistory(7, 3));
  expect(planHistory(8, 3)).not.toEqual(planHistory(7, 3));
});

test('draws 4 to 6 clients with 6 to 10 calls each', () => {
  for (const { clients } of PLANS) {
    expect([4, 5, 6]).toContain(clients.length);
    for (const { length } of clients) expect([6, 7, 8, 9, 10]).toContain(length);
  }
});

test('draws each kind of call and each way to send it within 20 histories', () => {
  const actions = new Set(
    STEPS.map(
      ({ action }) => `${action.on} ${action.do}${'isGuarded' in action && action.isGuarded ? ' guarded' : ''}`,
    ),
  );
  expect([...actions].sort()).toEqual([
    ...['cart add', 'cart add guarded', 'cart read', 'cart set', 'cart set guarded'],
    ...['log checkpoint', 'log list', 'log submit', 'numbers buy', 'numbers list'],
    ...['order cancel', 'order cancel guarded', 'order hold', 'order hold guarded', 'order read', 'order release'],
    ...['order release guarded', 'stock buy', 'stock cancel', 'stock move', 'stock read', 'stock set'],
  ]);
  expect(new Set(STEPS.map(({ how }) => how.repeat))).toEqual(
    new Set(['none', 'later', 'at once', 'after a cut', 'lost']),
  );
  expect(new Set(STEPS.map(({ how }) => how.portal))).toEqual(new Set([0, 1, 2]));
  expect(new Set(PLANS.map(({ isInRounds }) => isInRounds))).toEqual(new Set([true, false]));
});

test('repeats a call through another portal, and with an idempotency key if the call is not idempotent', () => {
  for (const { action, how } of STEPS) {
    expect(how.other).not.toBe(how.portal);
    if (how.repeat !== 'none' && action.do !== 'buy' && action.do !== 'submit') expect(how.hasKey).toBe(true);
  }
});

test('submits each receipt whose submission was lost once more at the end', () => {
  const lost = PLANS.map(({ clients }) =>
    clients
      .flat()
      .flatMap(({ action, how }) => (action.do === 'submit' && how.repeat === 'lost' ? [action.receipt] : [])),
  );
  const last = PLANS.map(({ end }) => end.flatMap(({ action }) => (action.do === 'submit' ? [action.receipt] : [])));
  expect(lost.flat().length).toBeGreaterThan(0);
  expect(last).toEqual(lost);
  expect(new Set(PLANS.flatMap(({ end }) => end.map(({ how }) => how.repeat)))).toEqual(new Set(['none']));
});
