import { afterEach, describe, expect, test } from 'vitest';
import { historyOf } from '../actors/registry-caller.js';
import { heldAnswer } from './refunds/refund-handler.js';
import { RefundShop } from './refunds/refund-shop.js';

let shop: RefundShop;
afterEach(() => shop.close());

/** An order of two units whose payment is authorized. */
const open = (capture: 'on_shipment' | 'on_last_shipment' = 'on_shipment') =>
  RefundShop.open({ due: 'authorized', capture });

/** Checks that the stored payment and the order's copy of it are equal. */
async function expectCopied(): Promise<void> {
  const { order, payment } = await shop.payment();
  expect(payment).toMatchObject({ order_id: order.id, progress: order.payment.progress });
}

describe('an authorized payment', () => {
  test('is shown with its end and the amount that can be captured', async () => {
    shop = await open();
    const { payment, payment_status, permitted_actions } = await shop.order();
    expect(payment_status).toBe('authorized');
    expect(payment).toMatchObject({ amount_paid: 0, amount_capturable: shop.total });
    expect(Date.parse(payment.authorized_until)).toBeGreaterThan(0);
    expect(permitted_actions).toContain('capture');
    await expectCopied();
  });

  test('is captured with each shipment, to the cent', async () => {
    shop = await open();
    const first = await shop.ship(1);
    expect(first.json.data).toMatchObject({ status: 'partially_fulfilled', payment_status: 'partially_captured' });
    const [capture] = first.json.data.payment.captures;
    const [event] = first.json.data.fulfillment.events;
    expect(capture).toMatchObject({ status: 'completed', final: false, event_id: event.id });
    const last = await shop.ship(1);
    expect(last.json.data).toMatchObject({ status: 'fulfilled', payment_status: 'paid' });
    expect(last.json.data.payment).toMatchObject({ amount_paid: shop.total, captures: [{}, { final: true }] });
    expect(shop.taken()).toBe(shop.total);
    await expectCopied();
  });

  test('is captured with the last shipment', async () => {
    shop = await open('on_last_shipment');
    expect((await shop.ship(1)).json.data.payment_status).toBe('authorized');
    expect((await shop.ship(1)).json.data.payment_status).toBe('paid');
    expect(shop.taken()).toBe(shop.total);
  });

  test('is voided when the order is canceled, and nothing is captured or refunded', async () => {
    shop = await open();
    const { json } = await shop.cancel();
    expect(json.data).toMatchObject({ status: 'canceled', payment_status: 'voided', adjustments: [{ unpaid: true }] });
    expect([shop.handler.voided.length, shop.taken(), shop.handler.asked.length]).toEqual([1, 0, 0]);
    await expectCopied();
  });

  test('is refunded and its rest voided in one call when a partly captured order is canceled', async () => {
    shop = await open();
    expect((await shop.capture({ amount: 500 })).json.data.payment_status).toBe('partially_captured');
    const { json } = await shop.cancel();
    expect(json.data).toMatchObject({ status: 'canceled', payment_status: 'refunded' });
    expect(json.data.adjustments).toMatchObject([
      { amount: shop.total, uncaptured: shop.total - 500, status: 'completed' },
    ]);
    expect([shop.handler.voided.length, shop.taken(), shop.givenBack()]).toEqual([1, 500, 500]);
    await expectCopied();
  });

  test('releases the rest after units were canceled, and keeps what was captured', async () => {
    shop = await open();
    await shop.ship(1);
    const line_items = [{ id: 'days', quantity: 1 }];
    const { data } = (await shop.by.send('cancel_order', { order_id: shop.order_id, line_items })).json;
    expect(data).toMatchObject({ status: 'fulfilled', payment_status: 'paid' });
    expect(data.payment.amount_paid).toBe(shop.taken());
    expect([shop.handler.voided.length, shop.givenBack()]).toEqual([1, 0]);
  });
});

describe('a capture', () => {
  test('is repeated with its idempotency key without capturing twice', async () => {
    shop = await open();
    const first = await shop.capture({ amount: 500 }, 'k');
    expect((await shop.capture({ amount: 500 }, 'k')).text).toBe(first.text);
    expect([shop.taken(), shop.handler.taken.size]).toEqual([500, 1]);
  });

  test.each([
    ['returns pending', async () => ({ state: 'pending' }) as const],
    ['throws', () => Promise.reject(new Error('the provider is down'))],
    ['returns nonsense', async () => ({ state: 'completed', captured: -1 }) as const],
  ])('stays pending until maintenance settles it when the handler %s', async (_name, capturing) => {
    shop = await open();
    shop.handler.capturing = capturing;
    const { json } = await shop.capture();
    expect(json.data).toMatchObject({ payment_status: 'authorized', payment: { captures: [{ status: 'pending' }] } });
    shop.handler.capturing = async () => ({ state: 'completed' });
    await shop.maintenance();
    const { payment_status, payment } = await shop.order();
    expect([payment_status, payment.amount_paid, shop.taken()]).toEqual(['paid', shop.total, shop.total]);
    expect(new Set(shop.handler.taken.keys()).size).toBe(1);
    await expectCopied();
  });

  test('tells the merchant why it failed, hides the reason from the buyer, and can be requested again', async () => {
    shop = await open();
    shop.handler.capturing = async () => ({ state: 'failed', reason: 'the card was reported stolen' });
    const { data } = (await shop.capture()).json;
    expect(data.payment_status).toBe('authorized');
    expect(data.messages).toMatchObject([{ content: expect.stringContaining('the card was reported stolen') }]);
    const page = await fetch(data.permalink_url).then((response) => response.text());
    expect(page).not.toContain('stolen');
    shop.handler.capturing = async () => ({ state: 'completed' });
    expect((await shop.capture()).json.data).toMatchObject({ payment_status: 'paid', messages: [] });
    const actions = (await historyOf(shop.by, shop.order_id)).map(({ action }) => action);
    expect(actions).toEqual([
      'order.placed',
      'order.capture_requested',
      'order.capture_failed',
      'order.capture_requested',
      'order.capture_completed',
    ]);
  });

  test('keeps a cancellation waiting, so that no money is refunded that is being captured', async () => {
    shop = await RefundShop.open({ due: 'authorized', capture: 'on_shipment', waits: 'patient' });
    const held = heldAnswer<{ readonly state: 'completed' }>();
    shop.handler.capturing = held.answering;
    const capturing = shop.capture();
    await held.asked(1);
    const refused = await shop.cancel();
    expect([refused.status, refused.json.error]).toEqual([409, 'capture_in_progress']);
    held.answer({ state: 'completed' });
    expect((await capturing).json.data.payment_status).toBe('paid');
    expect((await shop.cancel()).json.data.payment_status).toBe('refunded');
    expect([shop.taken(), shop.givenBack()]).toEqual([shop.total, shop.total]);
  });

  test('of more than is left is rejected without calling the handler', async () => {
    shop = await open();
    const { status, json } = await shop.capture({ amount: shop.total + 1 });
    expect([status, json.error]).toEqual([409, 'capture_exceeds_authorized']);
    expect(shop.handler.taken.size).toBe(0);
  });
});

describe('the end of an authorization', () => {
  const DAY = 24 * 60 * 60 * 1000;
  const until = async () => Date.parse((await shop.order()).payment.authorized_until);
  /** Moves the clock to a time before the end, and runs maintenance. */
  async function wait(before: number): Promise<void> {
    shop.clock.advance((await until()) - before - shop.clock.now());
    await shop.maintenance();
  }

  test('is announced to the merchant a day before, once', async () => {
    shop = await open();
    await wait(DAY + 1);
    expect(await shop.actions()).toEqual(['order.placed']);
    await wait(DAY);
    await wait(1);
    expect(await shop.actions()).toEqual(['order.placed', 'order.authorization_expiring']);
    expect((await shop.capture()).json.data.payment_status).toBe('paid');
    shop.clock.advance(DAY);
    await shop.maintenance();
    expect(await shop.actions()).not.toContain('order.authorization_expired');
  });

  test('is put off by a handler that can renew', async () => {
    shop = await open();
    const end = await until();
    Object.assign(shop.handler, { renew: async () => ({ state: 'renewed', authorized_until: end + 7 * DAY }) });
    await wait(DAY);
    expect(await until()).toBe(end + 7 * DAY);
    expect(await shop.actions()).toEqual(['order.placed', 'order.authorization_renewed']);
    await expectCopied();
  });

  test('is renewed later by a handler that did not respond at first, or announced half a day before', async () => {
    shop = await open();
    const end = await until();
    const renewed = { state: 'renewed', authorized_until: end + 7 * DAY } as const;
    let isDown = true;
    Object.assign(shop.handler, { renew: () => (isDown ? Promise.reject(new Error('down')) : renewed) });
    await wait(DAY);
    expect(await shop.actions()).toEqual(['order.placed']);
    isDown = false;
    await wait(DAY / 2 + 1);
    expect([await until(), await shop.actions()]).toEqual([
      end + 7 * DAY,
      ['order.placed', 'order.authorization_renewed'],
    ]);
    isDown = true;
    await wait(DAY / 2);
    expect((await shop.actions()).at(-1)).toBe('order.authorization_expiring');
  });

  test('is announced once by a handler whose renewals end within a day', async () => {
    shop = await open();
    const end = await until();
    Object.assign(shop.handler, { renew: async () => ({ state: 'renewed', authorized_until: end + 1 }) });
    await wait(DAY - 1);
    await wait(DAY - 1);
    expect(await until()).toBe(end + 1);
    expect(await shop.actions()).toEqual(['order.placed', 'order.authorization_expiring']);
    await expectCopied();
  });

  test('voids a payment of which nothing was captured', async () => {
    shop = await open();
    await wait(0);
    expect(await shop.order()).toMatchObject({ status: 'processing', payment_status: 'voided' });
    expect(await shop.actions()).toEqual(['order.placed', 'order.authorization_expired']);
    expect((await shop.capture()).json.error).toBe('order_not_payable');
    expect((await shop.ship(1)).json.data.payment.captures).toBeUndefined();
    await expectCopied();
  });

  test('keeps what was captured', async () => {
    shop = await open();
    await shop.capture({ amount: 500 });
    await wait(0);
    expect(await shop.order()).toMatchObject({ payment_status: 'paid', payment: { amount_paid: 500 } });
    expect((await shop.refund()).json.data.payment_status).toBe('refunded');
    expect(shop.givenBack()).toBe(500);
  });

  test.each([
    ['does not respond', () => Promise.reject(new Error('the provider is down'))],
    ['does not know', async () => ({ state: 'unknown' }) as const],
  ])('waits while the handler %s', async (_name, status) => {
    shop = await open();
    shop.handler.status = status;
    await wait(0);
    expect((await shop.order()).payment_status).toBe('authorized');
  });

  test('follows the provider, which captured the payment or extended the authorization', async () => {
    shop = await open();
    const later = (await until()) + DAY;
    const state = { state: 'authorized' } as const;
    shop.handler.status = async () => ({ ...state, payment_status: 'authorized', authorized_until: later });
    await wait(0);
    expect(await until()).toBe(later);
    shop.handler.status = async () => ({ ...state, payment_status: 'paid' });
    await wait(0);
    expect(await shop.order()).toMatchObject({ payment_status: 'paid', payment: { amount_paid: shop.total } });
    await expectCopied();
  });
});

test('a report that the order has overtaken is not used, and the handler is asked again', async () => {
  shop = await RefundShop.open({ due: 'authorized', capture: 'on_shipment', waits: 'patient' });
  const until = Date.parse((await shop.order()).payment.authorized_until);
  const report = (captured: number) =>
    ({ state: 'authorized', payment_status: 'authorized', authorized_until: until, captured }) as const;
  let asked = 0;
  shop.handler.status = async () => {
    asked += 1;
    // At the provider 300 were captured, before the portal captures 500.
    if (asked === 1) await shop.capture({ amount: 500 });
    return report(asked === 1 ? 300 : 800);
  };
  await shop.ask();
  expect([asked, (await shop.order()).payment.amount_paid]).toEqual([2, 800]);
  await shop.ask();
  expect([asked, (await shop.order()).payment.amount_paid]).toEqual([3, 800]);
  await expectCopied();
});
