import { expect, test } from 'vitest';
import { Slots } from '../../src/delivery/slots.js';

/** Starts as many attempts as there are slots, for each of some receivers. Returns their number. */
function fill(slots: Slots, receivers: readonly string[]): number {
  let started = 0;
  for (const receiver of receivers)
    for (let free = slots.free(receiver); free > 0; free -= 1, started += 1) slots.acquire(receiver);
  return started;
}

const named = (prefix: string) => Array.from({ length: 200 }, (_, index) => `${prefix}_${index}`);

test('leaves slots to other receivers when all mail waits for its server', () => {
  const slots = new Slots();
  expect(fill(slots, named('mail'))).toBe(16);
  expect(fill(slots, named('whk'))).toBe(112);
  expect(slots.release('mail_0')).toBe(true);
  expect(slots.free('mail_100')).toBe(1);
});

test('sends one mail at a time after failures of the server, until one succeeds', () => {
  const slots = new Slots();
  for (const receiver of ['mail_1', 'mail_2', 'mail_3']) slots.recordOutcome(receiver, 'timeout');
  expect(fill(slots, named('mail'))).toBe(1);
  slots.recordOutcome('mail_0', 'acknowledged');
  expect(fill(slots, named('mail'))).toBe(15);
});

test.each(['limited', 'reserved_address'] as const)(
  'still sends one mail at a time after the outcome %s',
  (outcome) => {
    const slots = new Slots();
    for (const receiver of ['mail_1', 'mail_2', 'mail_3']) slots.recordOutcome(receiver, 'timeout');
    slots.recordOutcome('mail_0', outcome);
    expect(fill(slots, named('mail'))).toBe(1);
  },
);

test('does not slow down mail because single addresses are rejected', () => {
  const slots = new Slots();
  for (const receiver of ['mail_1', 'mail_2', 'mail_3']) slots.recordOutcome(receiver, 'refused');
  expect(fill(slots, named('mail'))).toBe(16);
});
