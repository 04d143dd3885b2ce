import { afterEach, describe, expect, test } from 'vitest';
import { historyOf } from '../actors/registry-caller.js';
import { heldAnswer, PENDING } from './refunds/refund-handler.js';
import { inShort, RefundShop } from './refunds/refund-shop.js';

let shop: RefundShop;
afterEach(() => shop.close());

const SETTLED = 'processing partially_refunded [500 completed]';

describe('one refund settled concurrently', () => {
  test.each(['completed', 'failed'] as const)(
    'settles a refund as %s once when the call and maintenance settle it at the same time',
    async (state) => {
      shop = await RefundShop.open({ waits: 'patient' });
      const held = heldAnswer();
      shop.handler.answering = held.answering;
      const calling = shop.refund(500);
      await held.asked(1);
      const keeping = shop.maintenance();
      await held.asked(2);
      held.answer(state === 'completed' ? { state } : { state, reason: 'the card is closed' });
      const [{ json }] = await Promise.all([calling, keeping]);
      expect(json.data.adjustments).toMatchObject([{ status: state }]);
      expect(new Set(shop.handler.asked).size).toBe(1);
      expect(await shop.actions()).toEqual(['order.placed', 'order.refund_recorded', `order.refund_${state}`]);
    },
  );

  test('returns the money once when two portals run maintenance', async () => {
    shop = await RefundShop.open({ waits: 'patient' });
    shop.handler.answering = PENDING;
    await shop.refund(500);
    const held = heldAnswer();
    shop.handler.answering = held.answering;
    await Promise.all([shop.start(), shop.start()]);
    await held.asked(2);
    held.answer({ state: 'completed' });
    await expect.poll(async () => inShort(await shop.order())).toBe(SETTLED);
    expect(shop.givenBack()).toBe(500);
    expect(await shop.actions()).toEqual(['order.placed', 'order.refund_recorded', 'order.refund_completed']);
  });

  test('accepts only one of two refunds through two portals if together they exceed the payment', async () => {
    shop = await RefundShop.open();
    const doors = [await shop.start(), await shop.start()].map((portal) => shop.at(portal));
    const answers = await Promise.all(doors.map((by) => shop.refund(shop.total - 1, undefined, by)));
    expect(answers.map(({ status, json }) => json.error ?? status).sort()).toEqual([200, 'adjustment_exceeds_paid']);
    expect(shop.givenBack()).toBe(shop.total - 1);
  });
});

describe('the history', () => {
  test("records an outcome at its arrival, after the events during the handler's call", async () => {
    shop = await RefundShop.open({ waits: 'patient' });
    const held = heldAnswer();
    shop.handler.answering = held.answering;
    const calling = shop.refund(500);
    await held.asked(1);
    shop.clock.advance(4_000);
    await shop.by.ok('hold_order', { order_id: shop.order_id });
    shop.clock.advance(4_000);
    held.answer({ state: 'completed' });
    await calling;
    const history = await historyOf(shop.by, shop.order_id);
    expect(history.map(({ action, at }) => `${at.slice(17, 19)} ${action}`)).toEqual([
      '00 order.placed',
      '00 order.refund_recorded',
      '04 order.held',
      '08 order.refund_completed',
    ]);
  });
});
