import { expect, it } from 'vitest';
import { FailureLimit } from '../../src/calls/failure-limit.js';
import { RateLimit } from '../../src/calls/rate-limit.js';
import { stillClock } from '../support/still-clock.js';
import { turns } from '../support/turns.js';

const BURST = 3;

function limited() {
  const clock = stillClock();
  return { clock, limit: new FailureLimit(new RateLimit(1, BURST), clock) };
}

/** Begins attempts. Returns the seconds that each must wait: 0 if it started, `undefined` while it is undecided. */
function attempts(limit: FailureLimit, name: string, count: number) {
  const waits: (number | undefined)[] = Array(count).fill(undefined);
  for (let n = 0; n < count; n += 1) void limit.begin(name).then((wait) => (waits[n] = wait));
  return waits;
}

it('starts only as many attempts as may still fail', async () => {
  const { limit } = limited();
  const waits = attempts(limit, 'a', 6);
  await turns(1);
  expect(waits).toEqual([0, 0, 0, undefined, undefined, undefined]);
});

it('starts the next waiting attempt when one succeeds', async () => {
  const { limit } = limited();
  const waits = attempts(limit, 'a', 100);
  for (let done = 0; done < 100; done += 1) {
    await turns(1);
    expect(waits.filter((wait) => wait === 0)).toHaveLength(Math.min(100, done + BURST));
    limit.end('a', 1);
  }
  expect(waits).toEqual(Array(100).fill(0));
});

it('rejects the waiting attempts when all before them have failed', async () => {
  const { limit, clock } = limited();
  const waits = attempts(limit, 'a', 5);
  for (let n = 0; n < BURST; n += 1) limit.end('a', 0);
  await turns(1);
  expect(waits).toEqual([0, 0, 0, 1, 1]);
  const [another] = [attempts(limit, 'b', 1)];
  clock.advance(1000);
  const later = attempts(limit, 'a', 2);
  await turns(1);
  expect([another, later]).toEqual([[0], [0, undefined]]);
  limit.end('a', 0);
  await turns(1);
  expect(later).toEqual([0, 1]);
});

it('gives back exactly the tokens that attempts did not use', async () => {
  const { limit } = limited();
  for (let n = 0; n < 10; n += 1) {
    expect(await limit.begin('a')).toBe(0);
    limit.end('a', 1);
  }
  const waits = attempts(limit, 'a', BURST + 1);
  await turns(1);
  expect(waits).toEqual([0, 0, 0, undefined]);
});

it('reserves all tokens of an attempt together, and gives back the unused ones', async () => {
  const { limit } = limited();
  expect([await limit.begin('a', 2)]).toEqual([0]);
  const waits: number[] = [];
  for (const tokens of [2, 1]) void limit.begin('a', tokens).then((wait) => waits.push(wait));
  await turns(1);
  expect(waits).toEqual([]);
  limit.end('a', 1);
  await turns(1);
  expect(waits).toEqual([0]);
  limit.end('a', 0);
  await turns(1);
  expect(waits).toEqual([0, 1]);
});
