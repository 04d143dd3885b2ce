import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { replaceWrite } from '../../src/ports.js';
import { type Shopper, shopper, totalOf } from '../actors/shopper.js';
import { type ControlledHandler, controlledHandler, PAID } from '../support/controlled-handler.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { stillClock } from '../support/still-clock.js';

/** The demo item with a single unit left. */
const LAST_ONE = 'copper-saucepan';
const INVOICE = { instruments: [{ id: 'i', handler_id: 'invoice' }] };

let portal: TestPortal;
afterEach(() => portal.close());

/** Starts a portal with only this handler and a clock that ends each wait for it at once. Makes a cart ready to pay. */
async function shopWith(handler: ControlledHandler) {
  const clock = { ...stillClock(), sleep: () => setImmediate() };
  portal = await startPortal({ handlers: [handler], clock });
  const by = shopper(portal);
  const { data } = await by.ok('get_cart', {});
  const checkout_id: string = data.id;
  await by.ok('add_line_items', { checkout_id, line_items: [{ item: { id: LAST_ONE }, quantity: 1 }] });
  await by.ok('set_buyer', { checkout_id, buyer: { email: 'ada@example.com' } });
  const ready = await by.ok('select_fulfillment', { checkout_id, selected_option_id: 'pickup-portland' });
  return { by, clock, complete: { checkout_id, expected_total: totalOf(ready.data), payment: INVOICE } };
}

async function unitsLeft(by: Shopper): Promise<number> {
  return (await by.ok('get_item', { item_id: LAST_ONE })).data.availability.quantity;
}

describe('a decline', () => {
  test('restocks the unit, keeps the cart open, and permits another attempt', async () => {
    portal = await startPortal();
    const by = shopper(portal);
    const { data } = await by.ok('get_cart', {});
    const checkout_id: string = data.id;
    await by.ok('add_line_items', { checkout_id, line_items: [{ item: { id: LAST_ONE }, quantity: 1 }] });
    await by.ok('set_buyer', { checkout_id, buyer: { email: 'ada@example.com' } });
    const ready = await by.ok('select_fulfillment', { checkout_id, selected_option_id: 'pickup-portland' });
    const card = (token: string) => ({
      instruments: [
        {
          id: 'c',
          handler_id: 'sandbox_card',
          type: 'card',
          brand: 'visa',
          last_digits: '4242',
          credential: { type: 'token', token },
        },
      ],
    });
    const complete = { checkout_id, expected_total: totalOf(ready.data) };
    await by.refused('complete_checkout', { ...complete, payment: card('tok_decline') }, 'payment_failed');
    expect(await unitsLeft(by)).toBe(1);
    const again = await by.ok('get_checkout', { checkout_id });
    expect(again.data.status).toBe('ready_for_complete');
    expect(again.data.payment).not.toHaveProperty('instruments');
    const done = await by.ok('complete_checkout', { ...complete, payment: card('tok_approve') });
    expect(done.data).toMatchObject({
      status: 'completed',
      payment: { instruments: [{ brand: 'visa', last_digits: '4242' }] },
    });
    expect(JSON.stringify(done)).not.toContain('tok_approve"}');
    expect(await unitsLeft(by)).toBe(0);
  });
});

describe('if a handler does not answer, the portal', () => {
  test('leaves the checkout in progress: it can be read but not changed, stays current, and holds its unit', async () => {
    const handler = controlledHandler();
    const { by, complete } = await shopWith(handler);
    const { checkout_id } = complete;
    expect((await by.ok('complete_checkout', complete)).data.status).toBe('complete_in_progress');
    expect((await by.ok('get_cart', {})).data.id).toBe(checkout_id);
    expect(await unitsLeft(by)).toBe(0);
    await by.refused('set_buyer', { checkout_id, buyer: { email: 'eve@example.com' } }, 'payment_in_progress');
    await by.refused('apply_discount', { checkout_id, code: 'WELCOME10' }, 'payment_in_progress');
    expect((await by.ok('complete_checkout', complete)).data.status).toBe('complete_in_progress');
    expect(handler.calls).toEqual([`authorize ${complete.expected_total}`]);
    handler.answer(PAID);
    await expect.poll(async () => (await by.ok('get_checkout', { checkout_id })).data.status).toBe('completed');
  });

  test('charges the original amount when a price changes during the payment', async () => {
    const handler = controlledHandler();
    const { by, complete } = await shopWith(handler);
    const completing = by.ok('complete_checkout', complete);
    await handler.asked;
    await portal.app.store.update((rows) => {
      const key = `${portal.demo.shop_id}/${LAST_ONE}`;
      const row = rows.get('item', key);
      if (!row) throw new Error('no item');
      return { writes: [replaceWrite('item', row, { ...row, price: row.price * 2 })], result: undefined };
    });
    handler.answer(PAID);
    await completing;
    await expect
      .poll(async () => (await by.ok('get_checkout', { checkout_id: complete.checkout_id })).data.status)
      .toBe('completed');
    const { data } = await by.ok('get_checkout', { checkout_id: complete.checkout_id });
    expect(totalOf(data)).toBe(complete.expected_total);
    expect(totalOf((await by.ok('get_order', { order_id: data.order.id })).data)).toBe(complete.expected_total);
  });

  test('voids the payment on cancel, returns the unit, and places no order for a late authorization', async () => {
    const handler = controlledHandler();
    const { by, complete } = await shopWith(handler);
    const { checkout_id } = complete;
    await by.ok('complete_checkout', complete);
    expect((await by.ok('cancel_checkout', { checkout_id })).data.status).toBe('canceled');
    expect(handler.calls).toContain('void');
    expect(await unitsLeft(by)).toBe(1);
    handler.answer(PAID);
    await handler.asked;
    expect((await by.ok('get_checkout', { checkout_id })).data.status).toBe('canceled');
    expect((await by.ok('list_orders', {})).data).toEqual([]);
    expect((await by.ok('get_cart', {})).data.id).not.toBe(checkout_id);
  });

  test('accepts a cancel with the current version although voiding creates a new one', async () => {
    const { by, complete } = await shopWith(controlledHandler());
    await by.ok('complete_checkout', complete);
    const { headers } = await by.send('get_checkout', { checkout_id: complete.checkout_id });
    const { data } = await by.ok(
      'cancel_checkout',
      { checkout_id: complete.checkout_id },
      { 'if-match': headers.get('etag') ?? '' },
    );
    expect(data.status).toBe('canceled');
  });
});

describe('a repeat while the outcome is open', () => {
  test('gets the outcome as soon as it is known', async () => {
    const handler = controlledHandler();
    const { by, complete } = await shopWith(handler);
    const key = { 'idempotency-key': 'pay-1' };
    handler.answer({ state: 'pending' });
    expect((await by.ok('complete_checkout', complete, key)).data.status).toBe('complete_in_progress');
    handler.known = PAID;
    await by.ok('get_checkout', { checkout_id: complete.checkout_id });
    expect((await by.ok('complete_checkout', complete, key)).data.status).toBe('completed');
  });

  test('is rejected if its arguments differ', async () => {
    const handler = controlledHandler();
    const { by, complete } = await shopWith(handler);
    const key = { 'idempotency-key': 'pay-1' };
    handler.answer({ state: 'pending' });
    await by.ok('complete_checkout', complete, key);
    const other = { ...complete, expected_total: complete.expected_total + 1 };
    const { status, json } = await by.send('complete_checkout', other, key);
    expect([status, json.error]).toEqual([409, 'idempotency_conflict']);
    const another = await by.ok('complete_checkout', other, { 'idempotency-key': 'pay-2' });
    expect(another.data.status).toBe('complete_in_progress');
    expect(handler.calls).toEqual([`authorize ${complete.expected_total}`]);
  });
});

describe('if a handler never answers, the portal', () => {
  test('voids the attempt after 15 minutes, even in the process that still waits for the handler', async () => {
    const handler = controlledHandler();
    const { by, complete, clock } = await shopWith(handler);
    const { checkout_id } = complete;
    await by.ok('complete_checkout', complete);
    clock.advance(14 * 60_000);
    expect((await by.ok('get_checkout', { checkout_id })).data.status).toBe('complete_in_progress');
    clock.advance(2 * 60_000);
    expect((await by.ok('get_checkout', { checkout_id })).data.status).toBe('ready_for_complete');
    expect(handler.calls).toContain('void');
    expect(await unitsLeft(by)).toBe(1);
  });
});

describe('if a handler fails, the portal', () => {
  test('leaves the attempt open until its status settles it', async () => {
    const handler = controlledHandler();
    const { by, complete } = await shopWith(handler);
    handler.answer(new Error('the network broke'));
    expect((await by.ok('complete_checkout', complete)).data.status).toBe('complete_in_progress');
    handler.known = PAID;
    await expect
      .poll(async () => (await by.ok('get_checkout', { checkout_id: complete.checkout_id })).data.status)
      .toBe('completed');
    expect((await by.ok('list_orders', {})).data).toHaveLength(1);
    expect(portal.logged.some((line) => line.includes('payment_fault'))).toBe(true);
  });
});

describe('if a handler cannot be reached, the portal', () => {
  test('keeps the checkout in progress and readable, and rejects a cancel as unavailable', async () => {
    const handler = controlledHandler();
    const { by, complete, clock } = await shopWith(handler);
    const { checkout_id } = complete;
    handler.void = async () => {
      throw new Error('no connection');
    };
    await by.ok('complete_checkout', complete);
    await by.refused('cancel_checkout', { checkout_id }, 'unavailable');
    clock.advance(20 * 60_000);
    expect((await by.ok('get_checkout', { checkout_id })).data.status).toBe('complete_in_progress');
    expect((await by.ok('get_cart', {})).data.id).toBe(checkout_id);
  });
});

describe('an attempt that a stopped process left open', () => {
  async function leftOpen() {
    const handler = controlledHandler();
    const { by, complete, clock } = await shopWith(handler);
    await by.ok('complete_checkout', complete);
    const next = controlledHandler();
    const other = await startPortal({ handlers: [next], clock, database: portal.database });
    return { next, other, clock, complete, by: shopper(other) };
  }

  test("is settled by the handler's status", async () => {
    const { next, other, complete, by } = await leftOpen();
    next.known = PAID;
    expect((await by.ok('get_checkout', { checkout_id: complete.checkout_id })).data.status).toBe('completed');
    expect((await by.ok('list_orders', {})).data).toHaveLength(1);
    await other.close();
  });

  test.each(['pending', 'unknown'] as const)(
    'is voided after 15 minutes in which the handler returns %s, and returns its unit',
    async (state) => {
      const { next, other, clock, complete, by } = await leftOpen();
      const status = async () => (await by.ok('get_checkout', { checkout_id: complete.checkout_id })).data.status;
      next.known = { state };
      clock.advance(14 * 60_000);
      expect(await status()).toBe('complete_in_progress');
      clock.advance(2 * 60_000);
      expect(await status()).toBe('ready_for_complete');
      expect(next.calls).toEqual(['void']);
      expect(await unitsLeft(by)).toBe(1);
      await other.close();
    },
  );
});
