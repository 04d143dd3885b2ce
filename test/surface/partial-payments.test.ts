import { afterEach, describe, expect, test } from 'vitest';
import { versionOf } from '../actors/registry-caller.js';
import { RefundShop } from './refunds/refund-shop.js';

/** Tests orders to be paid outside the portal of which a part was received. */

let shop: RefundShop;
afterEach(() => shop.close());

const open = async () => {
  shop = await RefundShop.open({ due: 'pending' });
};

const receive = (args: object, headers: Record<string, string> = {}) =>
  shop.by.send('mark_order_paid', { order_id: shop.order_id, ...args }, headers);

/** Returns the order's view of its money, after checking that received and owed amounts are what is payable. */
async function money() {
  const { payment_status, payment, adjustments = [] } = await shop.order();
  const { amount_paid, amount_refunded, amount_owed } = payment;
  const stored = await shop.payment();
  expect(stored.payment).toMatchObject({ progress: stored.order.payment.progress });
  const off = adjustments.reduce(
    (all: number, one: { unpaid?: boolean; amount: number; uncaptured?: number }) =>
      all + (one.unpaid ? one.amount : (one.uncaptured ?? 0)),
    0,
  );
  if (amount_owed !== undefined) expect(amount_paid + amount_owed + off).toBe(shop.total);
  return { payment_status, amount_paid, amount_refunded, ...(amount_owed !== undefined && { amount_owed }) };
}

describe('a part of a payment', () => {
  test('leaves the order pending, and the rest pays it', async () => {
    await open();
    const first = await receive({ amount: 500, reference: 'SEPA 4711' });
    expect([first.status, first.json.data.payment.received]).toMatchObject([
      200,
      [{ amount: 500, reference: 'SEPA 4711' }],
    ]);
    expect(await money()).toEqual({
      ...{ payment_status: 'pending', amount_paid: 500, amount_refunded: 0 },
      amount_owed: shop.total - 500,
    });
    expect((await receive({})).json.data.payment_status).toBe('paid');
    expect(await money()).toEqual({ payment_status: 'paid', amount_paid: shop.total, amount_refunded: 0 });
    expect(await shop.actions()).toEqual(['order.placed', 'order.payment_received', 'order.paid']);
    expect([shop.handler.asked.length, shop.handler.voided.length]).toEqual([0, 0]);
  });

  test('above what is owed is rejected, and changes nothing', async () => {
    await open();
    await receive({ amount: 500 });
    const { status, json, text } = await receive({ amount: shop.total - 499 });
    expect([status, json.error]).toEqual([409, 'payment_exceeds_owed']);
    expect(text).toContain(`amount: at most ${shop.total - 500} (minor units)`);
    expect((await money()).amount_paid).toBe(500);
  });

  test('is recorded once for an idempotency key, and not on an older version', async () => {
    await open();
    const { version } = (await shop.payment()).order;
    const key = { 'idempotency-key': 'transfer-1' };
    const first = await receive({ amount: 500 }, key);
    expect((await receive({ amount: 500 }, key)).text).toBe(first.text);
    const stale = await receive({ amount: 500 }, { 'if-match': `"${version}"` });
    expect([stale.status, stale.json.error]).toEqual([412, 'version_conflict']);
    expect((await receive({ amount: 500 }, { 'if-match': `"${versionOf(first)}"` })).status).toBe(200);
    expect((await money()).amount_paid).toBe(1000);
  });

  test('adds to another that arrives at the same time', async () => {
    await open();
    const all = await Promise.all([1, 2, 3].map((amount) => receive({ amount })));
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await money()).amount_paid).toBe(6);
  });

  test('does not let the order be refunded, but shipped', async () => {
    await open();
    await receive({ amount: 500 });
    const refused = await shop.refund(1);
    expect([refused.status, refused.json.error]).toEqual([409, 'order_not_payable']);
    expect((await shop.ship(2)).json.data).toMatchObject({ status: 'fulfilled', payment_status: 'pending' });
    expect((await money()).amount_owed).toBe(shop.total - 500);
  });

  test("is on the buyer's page with what is still to be paid, without the reference", async () => {
    await open();
    const { permalink_url } = (await receive({ amount: 500, reference: 'SEPA 4711' })).json.data;
    const page = await fetch(permalink_url).then((response) => response.text());
    const dollars = (amount: number) => `$${(amount / 100).toFixed(2)}`;
    expect(page).toMatch(new RegExp(`You paid[^$]*\\${dollars(500)}`));
    expect(page).toMatch(new RegExp(`Still to pay[^$]*\\${dollars(shop.total - 500)}`));
    expect(page).not.toContain('4711');
  });
});

describe('a cancellation of an order of which a part was received', () => {
  test('refunds exactly that, and voids the rest', async () => {
    await open();
    await receive({ amount: 500 });
    const { json } = await shop.cancel();
    expect(json.data).toMatchObject({ status: 'canceled', payment_status: 'refunded' });
    expect(await money()).toEqual({ payment_status: 'refunded', amount_paid: 500, amount_refunded: 500 });
    expect([shop.givenBack(), shop.handler.voided.length]).toEqual([500, 1]);
  });

  test('of one unit makes the order paid if its rest was received', async () => {
    await open();
    const line_items = [{ id: 'days', quantity: 1 }];
    const half = shop.total / 2;
    await receive({ amount: half });
    const { data } = (await shop.by.send('cancel_order', { order_id: shop.order_id, line_items })).json;
    expect(data).toMatchObject({ status: 'processing', payment_status: 'paid' });
    expect(await money()).toEqual({ payment_status: 'paid', amount_paid: half, amount_refunded: 0 });
    expect([shop.givenBack(), shop.handler.voided.length]).toEqual([0, 1]);
  });

  test('is completed by maintenance if the void failed', async () => {
    await open();
    await receive({ amount: 500 });
    shop.handler.failingVoids = 1;
    await shop.cancel();
    expect(await money()).toMatchObject({ payment_status: 'pending', amount_paid: 500 });
    expect((await receive({})).json.error).toBe('order_not_payable');
    await shop.maintenance();
    expect(await money()).toEqual({ payment_status: 'refunded', amount_paid: 500, amount_refunded: 500 });
    expect(shop.givenBack()).toBe(500);
  });
});
