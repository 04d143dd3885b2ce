import { afterEach, describe, expect, test, vi } from 'vitest';
import { PortalError } from '../../src/domain/errors/portal-error.js';
import type { RefundOutcome } from '../../src/ports.js';
import { MINUTE } from '../support/payment-shop.js';
import { COMPLETED, FAILED, HANGING, heldAnswer, PENDING } from './refunds/refund-handler.js';
import { inShort, RefundShop } from './refunds/refund-shop.js';

/** The times at which the handler is called about a refund. No refund has two calls at once. */

let shop: RefundShop;
afterEach(() => shop.close());

const WAIT = 10_000;
const ids = (answered: { json: { data: { adjustments: { id: string }[] } } }) =>
  answered.json.data.adjustments.map(({ id }) => id);

/** Runs a maintenance round by the portal's timer. */
async function timer(): Promise<void> {
  await vi.advanceTimersByTimeAsync(5_000);
}

test('queries the handler about the refund that the call recorded, and not about older ones', async () => {
  shop = await RefundShop.open();
  shop.handler.answering = PENDING;
  await shop.refund(1);
  shop.handler.answering = COMPLETED;
  const second = await shop.refund(2);
  expect(inShort(second.json.data)).toBe('processing partially_refunded [1 pending, 2 completed]');
  expect(shop.handler.asked).toEqual(ids(second));
});

test('stops querying a refund that failed while other refunds were queried', async () => {
  shop = await RefundShop.open();
  shop.handler.answering = PENDING;
  for (const amount of [1, 2, 3, 4, 5]) await shop.refund(amount);
  const last = (await shop.order()).adjustments[4].id;
  await shop.stop();
  shop.clock.waits = 'patient';
  const held = heldAnswer();
  shop.handler.answering = held.answering;
  const first = await shop.start();
  await held.asked(4);
  shop.handler.answering = FAILED;
  await shop.maintenance();
  expect((await shop.order(shop.at(first))).adjustments[4]).toMatchObject({ id: last, status: 'failed' });
  const before = shop.handler.asked.filter((id) => id === last).length;
  shop.handler.answering = COMPLETED;
  held.answer({ state: 'completed' });
  await shop.stop();
  expect(shop.handler.asked.filter((id) => id === last)).toHaveLength(before);
  expect(shop.givenBack(last)).toBe(0);
});

test('queries each refund with one call at a time per process, and again if the call never returns', async () => {
  shop = await RefundShop.open();
  shop.handler.answering = HANGING;
  await shop.refund(500);
  await timer();
  shop.clock.advance(MINUTE);
  await timer();
  expect(shop.handler.asked).toHaveLength(1);
  shop.handler.answering = COMPLETED;
  shop.clock.advance(15 * MINUTE);
  await timer();
  await expect.poll(async () => (await shop.order()).payment_status).toBe('partially_refunded');
  expect([shop.handler.asked.length, new Set(shop.handler.asked).size]).toEqual([2, 1]);
});

test.each<RefundOutcome>([{ state: 'completed' }, { state: 'failed', reason: 'the card is closed' }])(
  'stores an outcome that comes after the response, and replays the same response: %j',
  async (outcome) => {
    shop = await RefundShop.open();
    const held = heldAnswer();
    shop.handler.answering = held.answering;
    const first = await shop.refund(500, 'k');
    expect(inShort(first.json.data)).toBe('processing paid [500 pending]');
    held.answer(outcome);
    await expect.poll(async () => (await shop.order()).adjustments[0].status).toBe(outcome.state);
    expect((await shop.refund(500, 'k')).text).toBe(first.text);
    expect(shop.handler.asked).toHaveLength(1);
    expect(await shop.actions()).toEqual(['order.placed', 'order.refund_recorded', `order.refund_${outcome.state}`]);
  },
);

describe('many refunds that a handler does not answer', () => {
  async function hanging(count: number): Promise<void> {
    shop = await RefundShop.open();
    shop.handler.answering = PENDING;
    for (let amount = 1; amount <= count; amount += 1) await shop.refund(amount);
    await shop.stop();
    shop.handler.answering = HANGING;
    shop.clock.waits = 'told';
  }

  test('delay maintenance by only one time limit, and those not tried yet are tried in the next round', async () => {
    await hanging(6);
    const asked = shop.handler.asked.length;
    const portal = await shop.start();
    await expect.poll(() => shop.handler.asked.length).toBe(asked + 4);
    shop.clock.advance(WAIT);
    await timer();
    await expect.poll(() => shop.handler.asked.length).toBe(asked + 6);
    expect(new Set(shop.handler.asked).size).toBe(6);
    shop.clock.advance(WAIT);
    await portal.close();
  });

  test('do not delay the refund of another order', async () => {
    await hanging(6);
    shop.clock.waits = 'patient';
    shop.handler.answering = PENDING;
    await shop.start();
    const other = await shop.another();
    await shop.refund(500, undefined, undefined, other);
    await shop.stop();
    shop.clock.waits = 'told';
    shop.handler.answering = (refund) => (refund.amount === 500 ? COMPLETED(refund) : HANGING(refund));
    const portal = await shop.start();
    await expect.poll(() => shop.givenBack()).toBe(500);
    shop.clock.advance(WAIT);
    await portal.close();
  });

  test('do not delay a new refund of the same order', async () => {
    await hanging(6);
    shop.clock.waits = 'no';
    await shop.start();
    shop.handler.answering = COMPLETED;
    expect((await shop.refund(500)).json.data.adjustments.at(-1)).toMatchObject({ amount: 500, status: 'completed' });
  });
});

test('reports that the database cannot be written, and returns the recorded refund to a repeat', async () => {
  shop = await RefundShop.open();
  const portal = await shop.start();
  const update = vi.spyOn(portal.app.store, 'update');
  shop.handler.answering = async () => {
    update.mockRejectedValueOnce(new PortalError('unavailable', 'The database is busy.', 1));
    return { state: 'completed' };
  };
  const answer = await shop.refund(500, 'k');
  expect([answer.status, answer.json.error]).toEqual([503, 'unavailable']);
  const repeat = await shop.refund(500, 'k');
  expect([repeat.status, inShort(repeat.json.data)]).toEqual([200, 'processing paid [500 pending]']);
  shop.handler.answering = COMPLETED;
  await shop.maintenance();
  expect(inShort(await shop.order())).toBe('processing partially_refunded [500 completed]');
  expect(shop.givenBack()).toBe(500);
});

describe('if a handler returns an invalid refund outcome, the portal', () => {
  test.each([undefined, null, {}, { state: 'done' }, 'completed'])(
    'leaves the refund pending and logs the invalid outcome: %j',
    async (answer) => {
      shop = await RefundShop.open();
      shop.handler.answering = async () => JSON.parse(JSON.stringify(answer ?? null));
      expect(inShort((await shop.refund(500)).json.data)).toBe('processing paid [500 pending]');
      expect(shop.logged().filter((line) => line.includes('is not an outcome of a refund'))).not.toEqual([]);
    },
  );

  test('says that no reason was given if a failure has none', async () => {
    shop = await RefundShop.open();
    shop.handler.answering = async () => JSON.parse('{"state":"failed"}');
    const { data } = (await shop.refund(500)).json;
    expect(data.messages[0].content).toMatch(/failed: no reason was given$/);
  });

  test('leaves the refund pending and logs a fault if the handler was removed', async () => {
    shop = await RefundShop.open();
    shop.handler.answering = PENDING;
    await shop.refund(500);
    await shop.stop();
    await shop.start([]);
    await expect.poll(() => shop.logged().join()).toContain('this portal has no payment handler invoice');
    expect(inShort(await shop.order())).toBe('processing paid [500 pending]');
  });
});
