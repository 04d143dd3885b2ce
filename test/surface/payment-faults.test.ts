import { afterEach, describe, expect, test, vi } from 'vitest';
import { PAID } from '../support/controlled-handler.js';
import { MINUTE, PaymentShop, SOLD, TAKEN, UNTOUCHED } from '../support/payment-shop.js';
import { DECLINED } from '../support/scripted-handler.js';

let shop: PaymentShop;
afterEach(() => shop.close());

const BROKEN = new Error('the network broke');

async function begun(key?: string) {
  shop = await PaymentShop.open();
  return shop.begin(key);
}

describe("a handler's response after the call has ended", () => {
  test.each([
    { name: 'a decline', late: DECLINED, status: 402, books: UNTOUCHED },
    { name: 'an authorization', late: PAID, status: 200, books: SOLD },
  ])('is stored and replayed if it is $name', async ({ late, status, books }) => {
    const authorization = await begun('k');
    expect(await shop.books()).toEqual(TAKEN);
    authorization.answer(late);
    await shop.written();
    expect(await shop.books()).toEqual(books);
    const repeat = await shop.complete('k');
    expect([repeat.status, repeat.headers.get('idempotent-replayed')]).toEqual([status, 'true']);
    expect(shop.handler.calls).toEqual(['authorize']);
    expect(await shop.books()).toEqual(books);
  });
});

describe('if a handler throws, the portal', () => {
  async function thrown() {
    const authorization = await begun('k');
    authorization.answer(BROKEN);
    await shop.written();
  }

  test.each([
    { taker: 'a read', take: () => shop.status() },
    { taker: 'maintenance', take: () => shop.maintenance() },
  ])('places the order at $taker if the payment was authorized, and voids nothing', async ({ take }) => {
    await thrown();
    shop.handler.known = PAID;
    await take();
    expect(await shop.books()).toEqual(SOLD);
    expect(shop.handler.calls).toEqual(['authorize', 'status']);
    expect((await shop.complete('k')).json.data).toMatchObject({ status: 'completed' });
    expect(await shop.books()).toEqual(SOLD);
  });

  test.each([
    { what: 'is unknown', known: { state: 'unknown' } as const },
    { what: 'is pending', known: { state: 'pending' } as const },
    { what: 'cannot be read', known: BROKEN },
  ])('voids the payment after 15 minutes if its status $what', async ({ known }) => {
    await thrown();
    shop.handler.known = known;
    shop.clock.advance(15 * MINUTE - 1);
    expect(await shop.status()).toBe('complete_in_progress');
    await shop.maintenance();
    expect(shop.handler.calls).toEqual(['authorize', 'status', 'status']);
    expect(await shop.books()).toEqual(TAKEN);
    shop.clock.advance(1);
    expect(await shop.status()).toBe('ready_for_complete');
    expect(shop.handler.calls.slice(3)).toEqual(['status', 'void']);
    expect(await shop.books()).toEqual(UNTOUCHED);
  });
});

describe('if a handler returns an invalid outcome, the portal', () => {
  const amiss = () => JSON.parse('{ "state": "completed" }');

  test('logs an invalid outcome of authorize, and decides by the status', async () => {
    (await begun('k')).answer(amiss());
    await shop.written();
    expect(await shop.books()).toEqual(TAKEN);
    expect(shop.faults()).toEqual([expect.stringContaining('is no outcome of a payment')]);
    shop.handler.known = PAID;
    await shop.maintenance();
    expect(await shop.books()).toEqual(SOLD);
    expect(shop.handler.calls).toEqual(['authorize', 'status']);
  });

  test('voids the attempt 15 minutes after an invalid status', async () => {
    (await begun()).answer(BROKEN);
    await shop.written();
    shop.handler.known = amiss();
    shop.clock.advance(15 * MINUTE - 1);
    expect(await shop.status()).toBe('complete_in_progress');
    expect(await shop.books()).toEqual(TAKEN);
    shop.clock.advance(1);
    expect(await shop.status()).toBe('ready_for_complete');
    expect(shop.handler.calls).toEqual(['authorize', 'status', 'status', 'void']);
    expect(await shop.books()).toEqual(UNTOUCHED);
  });

  test('keeps the payment open after an invalid outcome of void, and voids again at the next cancel', async () => {
    await begun();
    shop.handler.voidAnswer = amiss();
    const refused = await shop.by.send('cancel_checkout', { checkout_id: shop.checkout_id });
    expect([refused.status, refused.json.error]).toEqual([503, 'unavailable']);
    expect(await shop.books()).toEqual(TAKEN);
    expect(shop.faults()).toEqual([expect.stringContaining('is no outcome of a void')]);
    shop.handler.voidAnswer = undefined;
    expect(await shop.cancel()).toBe('canceled');
    expect(await shop.books()).toEqual(UNTOUCHED);
  });
});

describe('if a handler never answers, the portal', () => {
  test.each([
    { taker: 'the maintenance of another process', take: () => shop.maintenance(), looks: ['status'], after: [] },
    // Its later rounds check whether the voided payment has succeeded.
    { taker: 'the timer of the process that waits', take: tick, looks: [], after: ['status'] },
  ])('voids the attempt after 15 minutes by $taker', async ({ take, looks, after }) => {
    await begun();
    shop.clock.advance(15 * MINUTE - 1);
    await take();
    expect(shop.handler.calls).toEqual(['authorize', ...looks]);
    shop.clock.advance(MINUTE);
    await take();
    await expect.poll(() => shop.handler.calls).toEqual(['authorize', ...looks, ...looks, 'void', ...after]);
    await shop.written();
    expect(await shop.books()).toEqual(UNTOUCHED);
    const { data } = await shop.by.ok('get_cart', {});
    expect([data.id, data.status]).toEqual([shop.checkout_id, 'ready_for_complete']);
  });

  async function tick(): Promise<void> {
    vi.advanceTimersByTime(MINUTE);
    await shop.written();
  }
});
