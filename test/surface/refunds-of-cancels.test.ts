import { afterEach, describe, expect, test } from 'vitest';
import { COMPLETED, FAILED, HANGING, PENDING, THROWING } from './refunds/refund-handler.js';
import { RefundShop } from './refunds/refund-shop.js';

let shop: RefundShop;
afterEach(() => shop.close());

/** Number of units in the order. */
const BOUGHT = 2;

describe('a cancel of a paid order', () => {
  test('refunds the payment and restocks the units once, even if canceled twice', async () => {
    shop = await RefundShop.open();
    const left = await shop.units();
    const { status, json } = await shop.cancel();
    expect([status, json.data.status, json.data.payment_status]).toEqual([200, 'canceled', 'refunded']);
    const again = await shop.cancel();
    expect([again.status, again.json.error]).toEqual([409, 'order_not_cancelable']);
    await shop.maintenance();
    expect(await shop.units()).toBe(left + BOUGHT);
    expect(shop.givenBack()).toBe(shop.total);
    expect(shop.handler.asked).toHaveLength(1);
    expect(await shop.actions()).toEqual(['order.placed', 'order.canceled', 'order.refund_completed']);
  });

  test('refunds the remaining amount after an earlier refund', async () => {
    shop = await RefundShop.open();
    await shop.refund(500);
    const { json } = await shop.cancel();
    expect(json.data.adjustments).toMatchObject([{ amount: 500 }, { amount: shop.total - 500, status: 'completed' }]);
    expect(json.data.payment_status).toBe('refunded');
    expect(shop.givenBack()).toBe(shop.total);
  });

  test.each([
    { name: 'returns pending', answering: PENDING },
    { name: 'hangs', answering: HANGING },
    { name: 'throws', answering: THROWING },
  ])('keeps the order paid until maintenance settles the refund when the handler $name', async ({ answering }) => {
    shop = await RefundShop.open();
    const left = await shop.units();
    shop.handler.answering = answering;
    const first = await shop.cancel('k');
    expect(first.json.data).toMatchObject({ status: 'canceled', payment_status: 'paid' });
    expect(first.json.data.adjustments).toMatchObject([{ amount: shop.total, status: 'pending' }]);
    expect(await shop.units()).toBe(left + BOUGHT);
    expect((await shop.cancel('k')).text).toBe(first.text);
    shop.handler.answering = COMPLETED;
    await shop.maintenance();
    expect(await shop.order()).toMatchObject({ status: 'canceled', payment_status: 'refunded' });
    expect(await shop.units()).toBe(left + BOUGHT);
    expect([new Set(shop.handler.asked).size, shop.givenBack()]).toEqual([1, shop.total]);
  });

  test('permits another refund after its own refund failed, and restocks the units only once', async () => {
    shop = await RefundShop.open();
    const left = await shop.units();
    shop.handler.answering = FAILED;
    const { data } = (await shop.cancel()).json;
    expect(data).toMatchObject({ status: 'canceled', payment_status: 'paid', adjustments: [{ status: 'failed' }] });
    expect(data.permitted_actions).toEqual(['refund']);
    shop.handler.answering = COMPLETED;
    expect((await shop.refund()).json.data.payment_status).toBe('refunded');
    expect(shop.givenBack()).toBe(shop.total);
    expect(await shop.units()).toBe(left + BOUGHT);
  });
});

describe('a cancel of an order that is not paid yet', () => {
  test('voids the payment once and restocks the units once', async () => {
    shop = await RefundShop.open({ due: 'pending' });
    const left = await shop.units();
    const { status, json } = await shop.cancel();
    expect([status, json.data.status, json.data.payment_status]).toEqual([200, 'canceled', 'voided']);
    expect(json.data.adjustments).toMatchObject([{ type: 'cancellation', unpaid: true, amount: shop.total }]);
    await shop.maintenance();
    expect([shop.handler.voided.length, shop.handler.asked.length]).toEqual([1, 0]);
    expect(await shop.units()).toBe(left + BOUGHT);
    expect(await shop.actions()).toEqual(['order.placed', 'order.canceled', 'order.payment_voided']);
  });

  test.each(['maintenance', 'the start of another process'])('voids the payment at %s if a void failed', async (by) => {
    shop = await RefundShop.open({ due: 'pending' });
    const left = await shop.units();
    shop.handler.failingVoids = 1;
    const first = await shop.cancel('k');
    expect([first.status, first.json.data.status, first.json.data.payment_status]).toEqual([
      200,
      'canceled',
      'pending',
    ]);
    const again = await shop.cancel('k');
    expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first.text, 'true']);
    expect(shop.handler.voided).toEqual([]);
    const paid = await shop.by.send('mark_order_paid', { order_id: shop.order_id });
    expect([paid.status, paid.json.error]).toEqual([409, 'order_not_payable']);
    if (by === 'maintenance') await shop.maintenance();
    else {
      await shop.stop();
      await shop.start();
    }
    await expect.poll(async () => (await shop.order()).payment_status).toBe('voided');
    expect(shop.handler.voided).toHaveLength(1);
    expect(await shop.units()).toBe(left + BOUGHT);
    expect(await shop.actions()).toEqual(['order.placed', 'order.canceled', 'order.payment_voided']);
  });
});
