import type { Request, RequestHandler, Response } from 'express';
import { expect, it } from 'vitest';
import { pace } from '../../src/http/pace.js';

const ONE_CLIENT = { address: '192.0.2.1', key: undefined };

/** Starts requests of this duration. Returns the event-loop turn in which each started. */
async function turnsOf(count: number, milliseconds: number, accepted: () => number): Promise<readonly number[]> {
  let [now, turn] = [0, 0];
  const handler = pace(
    accepted,
    () => ONE_CLIENT,
    () => now,
  );
  const begun: number[] = [];
  const done = new Promise<void>((resolve) => {
    const begin = () => {
      begun.push(turn);
      now += milliseconds;
      if (begun.length === count) resolve();
    };
    const next = () => {
      turn += 1;
      if (begun.length < count) setImmediate(next);
    };
    for (let n = 0; n < count; n += 1) ask(handler, begin);
    setImmediate(next);
  });
  await done;
  return begun;
}

const NOTHING: unknown = {};

function ask(handler: RequestHandler, begin: () => void, message = NOTHING): void {
  if (!isMessage(message)) throw new Error('any value is a message here');
  handler(message, message, begin);
}

/** Type guard that accepts anything: the pace only reads whether the response is closed. */
function isMessage(_value: unknown): _value is Request & Response {
  return true;
}

it('starts quick requests together in the turn in which they arrive', async () => {
  expect(await turnsOf(40, 0.1, () => 0)).toEqual(Array.from({ length: 40 }, () => 0));
});

it('spreads many requests of one turn over later turns, and starts all of them', async () => {
  const turns = await turnsOf(100, 10, () => 0);
  for (const turn of new Set(turns)) expect(turns.filter((one) => one === turn).length).toBeLessThanOrEqual(2);
  expect(turns).toEqual([...turns].sort((a, b) => a - b));
});

it('starts one request per turn while connections arrive, because Node accepts one per turn', async () => {
  let accepted = 0;
  const turns = await turnsOf(20, 10, () => {
    accepted += 1;
    return accepted;
  });
  expect(new Set(turns).size).toBeGreaterThanOrEqual(19);
});

it('starts waiting requests by taking turns between clients', async () => {
  const asked = [...Array.from({ length: 30 }, () => 'busy'), 'calm', 'calm'];
  let now = 0;
  const addresses = new Map<unknown, string>();
  const handler = pace(
    () => 0,
    (request) => ({ address: addresses.get(request), key: undefined }),
    () => now,
  );
  const begun: string[] = [];
  await new Promise<void>((resolve) => {
    for (const address of asked) {
      const message = {};
      addresses.set(message, address);
      const begin = () => {
        begun.push(address);
        now += 10;
        if (begun.length === asked.length) resolve();
      };
      ask(handler, begin, message);
    }
  });
  expect(begun.lastIndexOf('calm')).toBeLessThan(6);
});

const endOfTurn = () => new Promise((resolve) => setImmediate(resolve));

/** Asks to start a request whose client has gone, and one whose client is there. Returns those that start. */
async function startedOf(clock: number, areTogether: boolean): Promise<readonly string[]> {
  const handler = pace(
    () => 0,
    () => ONE_CLIENT,
    () => clock,
  );
  const begun: string[] = [];
  for (const [name, closed] of [
    ['gone', true],
    ['there', false],
  ] as const) {
    ask(handler, () => void begun.push(name), { closed });
    if (!areTogether) await endOfTurn();
  }
  await endOfTurn();
  return begun;
}

it('starts a lone request without reading the clock, and none whose client has gone', async () => {
  expect(await startedOf(Number.POSITIVE_INFINITY, false)).toEqual(['there']);
});

it('does not start a waiting request whose client has gone', async () => {
  expect(await startedOf(0, true)).toEqual(['there']);
});
