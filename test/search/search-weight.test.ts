import { expect, test } from 'vitest';
import { RateLimit } from '../../src/calls/rate-limit.js';
import { Turns } from '../../src/calls/turns.js';
import { startPortal } from '../support/portal.js';
import { stillClock } from '../support/still-clock.js';

test('delays the next call in proportion to the weight used beyond the limit', () => {
  const limit = new RateLimit(2, 10);
  expect(limit.take('a', 0)).toBe(0);
  limit.spend('a', 0, 12);
  expect(limit.take('a', 0)).toBe(2);
  expect(limit.take('a', 1_000)).toBe(1);
  expect(limit.take('a', 2_000)).toBe(0);
});

test.each([
  ['a search counts as five requests', '?query=mug', 60],
  ['a filter counts as five requests', '?max_price=100', 60],
  ['a plain list counts as one request', '?limit=1', 300],
])('%s', async (_name, query, most) => {
  const portal = await startPortal({ rateLimit: '1', clock: stillClock() });
  const get = async (path: string) => (await portal.request('GET', path)).status;
  for (let turn = 0; turn < most; turn += 1) expect(await get(`/api/commerce/items${query}`)).toBe(200);
  expect(await get('/api/commerce/items/enamel-mug')).toBe(429);
  await portal.close();
});

test('starts each costly call in a separate event-loop turn', async () => {
  const turns = new Turns(() => 0);
  const began: number[] = [];
  let turn = 0;
  const each = () => {
    turn += 1;
    if (began.length < 3) setImmediate(each);
  };
  setImmediate(each);
  await Promise.all(
    [1, 2, 3].map(() => turns.next({ organization_id: 'org', id: 'key' }).then(() => began.push(turn))),
  );
  expect(new Set(began).size).toBe(3);
});

test('delays a costly call by several event-loop turns while new connections arrive', async () => {
  let accepted = 0;
  const turns = new Turns(() => accepted);
  let isDone = false;
  const arrive = () => {
    accepted += 1;
    if (!isDone) setImmediate(arrive);
  };
  setImmediate(arrive);
  await turns.next({ organization_id: 'org', id: 'key' });
  isDone = true;
  expect(accepted).toBeGreaterThan(5);
});
