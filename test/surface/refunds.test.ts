import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { COMPLETED, FAILED, HANGING, heldAnswer, PENDING, THROWING } from './refunds/refund-handler.js';
import { inShort, RefundShop } from './refunds/refund-shop.js';

let shop: RefundShop;
afterEach(() => shop.close());

const SETTLED = 'processing partially_refunded [500 completed]';
const OPEN = 'processing paid [500 pending]';

/** Handler behaviors that leave a refund open. */
const LEFT_OPEN = [
  { name: 'returns pending', answering: PENDING },
  { name: 'does not answer within the wait', answering: HANGING },
  { name: 'throws', answering: THROWING },
];

describe('a refund', () => {
  beforeEach(async () => {
    shop = await RefundShop.open();
  });

  test('returns completed when the handler completes the refund', async () => {
    const { status, json } = await shop.refund(500);
    expect([status, inShort(json.data)]).toEqual([200, SETTLED]);
    expect(inShort(await shop.order())).toBe(SETTLED);
    expect(shop.handler.asked).toHaveLength(1);
    expect([...shop.handler.given]).toEqual([[json.data.adjustments[0].id, 500]]);
    await shop.maintenance();
    expect(shop.handler.asked).toHaveLength(1);
    expect(await shop.actions()).toEqual(['order.placed', 'order.refund_recorded', 'order.refund_completed']);
  });

  test('marks the order refunded after a refund of the remaining amount', async () => {
    await shop.refund(500);
    const { json } = await shop.refund();
    expect(json.data.payment_status).toBe('refunded');
    expect(shop.givenBack()).toBe(shop.total);
    const again = await shop.refund(1);
    expect([again.status, again.json.error]).toEqual([409, 'order_not_payable']);
  });

  test.each(LEFT_OPEN)('returns pending when the handler $name, and maintenance settles it', async ({ answering }) => {
    shop.handler.answering = answering;
    const { status, json } = await shop.refund(500);
    expect([status, inShort(json.data)]).toEqual([200, OPEN]);
    expect(json.data.messages).toEqual([{ type: 'info', content: 'A refund of $5.00 is on its way.' }]);
    await shop.maintenance();
    expect(inShort(await shop.order())).toBe(OPEN);
    expect(shop.givenBack()).toBe(0);
    shop.handler.answering = COMPLETED;
    await shop.maintenance();
    expect(inShort(await shop.order())).toBe(SETTLED);
    expect((await shop.order()).messages).toEqual([]);
    expect(new Set(shop.handler.asked)).toEqual(new Set([json.data.adjustments[0].id]));
    await shop.maintenance();
    expect(shop.handler.asked).toHaveLength(3);
    expect(shop.givenBack()).toBe(500);
    expect(await shop.actions()).toEqual(['order.placed', 'order.refund_recorded', 'order.refund_completed']);
  });

  test('counts the amount of a pending refund as refunded', async () => {
    shop.handler.answering = PENDING;
    await shop.refund(shop.total - 1);
    const more = await shop.refund(2);
    expect([more.status, more.json.error]).toEqual([409, 'adjustment_exceeds_paid']);
    expect((await shop.refund(1)).status).toBe(200);
    shop.handler.answering = COMPLETED;
    await shop.maintenance();
    expect((await shop.order()).payment_status).toBe('refunded');
    expect(shop.givenBack()).toBe(shop.total);
  });

  test.each([
    { name: 'at once', first: FAILED },
    { name: 'later', first: PENDING },
  ])(
    'reports a refund that fails $name, leaves the payment unchanged, and accepts another refund',
    async ({ first }) => {
      shop.handler.answering = first;
      const { status, json } = await shop.refund();
      expect(status).toBe(200);
      shop.handler.answering = FAILED;
      await shop.maintenance();
      const failed = await shop.order();
      expect(inShort(failed)).toBe(`canceled paid [${shop.total} failed]`);
      expect(failed.messages).toEqual([
        { type: 'info', content: 'The order is canceled.' },
        { type: 'info', content: expect.stringMatching(/^A refund of \$[\d.]+ failed: the card is closed$/) },
      ]);
      expect(failed.permitted_actions).toContain('refund');
      shop.handler.answering = COMPLETED;
      await shop.maintenance();
      expect(shop.givenBack()).toBe(0);
      const anew = await shop.refund();
      expect(inShort(anew.json.data)).toBe(`canceled refunded [${shop.total} failed, ${shop.total} completed]`);
      const ids = anew.json.data.adjustments.map(({ id }: { id: string }) => id);
      expect(ids[0]).toBe(json.data.adjustments[0].id);
      expect([...shop.handler.given.keys()]).toEqual([ids[1]]);
      expect(await shop.actions()).toEqual([
        'order.placed',
        'order.refund_recorded',
        'order.refund_failed',
        'order.refund_recorded',
        'order.refund_completed',
      ]);
    },
  );

  test('settles a refund that another process left pending', async () => {
    shop.handler.answering = HANGING;
    await shop.refund(500);
    await shop.stop();
    shop.handler.answering = COMPLETED;
    await shop.start();
    await expect.poll(async () => inShort(await shop.order())).toBe(SETTLED);
    expect(new Set(shop.handler.asked).size).toBe(1);
    expect(shop.givenBack()).toBe(500);
  });
});

describe('a repeat of a refund with its key', () => {
  test.each(LEFT_OPEN)(
    'replays the first response after the handler $name, and refunds nothing twice',
    async ({ answering }) => {
      shop = await RefundShop.open();
      shop.handler.answering = answering;
      const first = await shop.refund(500, 'k');
      const again = await shop.refund(500, 'k');
      expect([again.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([200, first.text, 'true']);
      shop.handler.answering = COMPLETED;
      await shop.maintenance();
      const settled = await shop.refund(500, 'k');
      expect([settled.status, settled.text, settled.headers.get('idempotent-replayed')]).toEqual([
        200,
        first.text,
        'true',
      ]);
      expect(inShort(await shop.order())).toBe(SETTLED);
      expect([new Set(shop.handler.asked).size, shop.givenBack()]).toEqual([1, 500]);
    },
  );

  test('replays the response with the settled refund', async () => {
    shop = await RefundShop.open();
    const first = await shop.refund(500, 'k');
    const again = await shop.refund(500, 'k');
    expect(inShort(again.json.data)).toBe(SETTLED);
    expect([again.text, again.headers.get('etag'), again.headers.get('idempotent-replayed')]).toEqual([
      first.text,
      first.headers.get('etag'),
      'true',
    ]);
    expect(shop.handler.asked).toHaveLength(1);
  });

  test('waits for the outcome while the refund runs', async () => {
    shop = await RefundShop.open({ waits: 'patient' });
    const held = heldAnswer();
    shop.handler.answering = held.answering;
    const both = Promise.all([shop.refund(500, 'k'), shop.refund(500, 'k')]);
    await held.asked(1);
    held.answer({ state: 'completed' });
    expect((await both).map(({ json }) => inShort(json.data))).toEqual([SETTLED, SETTLED]);
    expect(shop.handler.asked).toHaveLength(1);
  });
});
