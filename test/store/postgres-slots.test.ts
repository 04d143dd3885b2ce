import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Slots } from '../../src/store/postgres/connection/slots.js';

/** Longest wait for a slot, in milliseconds. */
const WITHIN = 1_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Returns a function that waits for a slot and records when the slot is granted or rejected. */
function taker(places: Slots, told: string[]) {
  return (name: string, isAgain = false) =>
    places.take(WITHIN, isAgain).then(
      () => void told.push(name),
      (error: Error) => void told.push(`${name}: ${error.message}`),
    );
}

/** Lets pending grants and rejections reach their callers. */
const settled = () => vi.advanceTimersByTimeAsync(0);

it('grants slots to previous holders first, then in order of arrival', async () => {
  const told: string[] = [];
  const places = new Slots(() => 1);
  const take = taker(places, told);
  for (const name of ['one', 'two', 'three']) void take(name);
  void take('again', true);
  for (const expected of ['one', 'again', 'two', 'three']) {
    await settled();
    expect(told.splice(0)).toEqual([expected]);
    places.release();
  }
});

it('grants no slot while more are in use than a lowered limit allows, and continues when it is raised', async () => {
  const told: string[] = [];
  let most = 2;
  const places = new Slots(() => most);
  const take = taker(places, told);
  for (const name of ['one', 'two', 'three', 'four']) void take(name);
  most = 1;
  places.release();
  await settled();
  expect(told.splice(0)).toEqual(['one', 'two']);
  most = 3;
  void take('five');
  await settled();
  expect(told).toEqual(['three', 'four']);
});

it('rejects requests that wait too long, and all waiting ones on demand', async () => {
  const told: string[] = [];
  const places = new Slots(() => 1);
  const take = taker(places, told);
  for (const name of ['one', 'late']) void take(name);
  await vi.advanceTimersByTimeAsync(WITHIN);
  void take('two');
  places.rejectWaiting(new Error('the server is full'));
  void take('three');
  places.release();
  await settled();
  expect(told).toEqual(['one', 'late: no connection was free in time', 'two: the server is full', 'three']);
  expect(vi.getTimerCount()).toBe(0);
});
