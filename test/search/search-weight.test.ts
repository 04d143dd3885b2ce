import { expect, test } from 'vitest';
import { RateLimit } from '../../src/calls/rate-limit.js';
import { Turns } from '../../src/calls/turns.js';
import { startPortal } from '../support/portal.js';
import { stillClock } from '../support/still-clock.js';

test('a call that weighs more takes more of the limit, and one that weighs more than the burst all of it', () => {
  const limit = new RateLimit(2, 10);
  expect(limit.take('a', 0, 8)).toBe(0);
  expect(limit.take('a', 0, 8)).toBe(3);
  expect(limit.take('a', 0, 2)).toBe(0);
  expect(limit.take('a', 5_000, 100)).toBe(0);
  expect(limit.take('a', 5_000)).toBe(1);
});

test('a search counts as five requests', async () => {
  const portal = await startPortal({ rateLimit: '1', clock: stillClock() });
  const get = async (path: string) => (await portal.request('GET', path)).status;
  for (let turn = 0; turn < 60; turn += 1) expect(await get('/api/commerce/items?query=mug')).toBe(200);
  expect(await get('/api/commerce/items/enamel-mug')).toBe(429);
  await portal.close();
});

test('costly calls begin one by one, and others come between them', async () => {
  const turns = new Turns();
  const began: number[] = [];
  let turn = 0;
  const each = () => {
    turn += 1;
    if (began.length < 3) setImmediate(each);
  };
  setImmediate(each);
  await Promise.all([1, 2, 3].map(() => turns.next().then(() => began.push(turn))));
  expect(new Set(began).size).toBe(3);
});
