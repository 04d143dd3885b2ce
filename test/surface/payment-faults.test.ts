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

describe('an answer after the call has ended', () => {
  test.each([
    { name: 'a decline', late: DECLINED, status: 402, books: UNTOUCHED },
    { name: 'an authorization', late: PAID, status: 200, books: SOLD },
  ])('$name is still written, and is what a repeat gets', async ({ late, status, books }) => {
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

describe('a handler that throws', () => {
  async function thrown() {
    const authorization = await begun('k');
    authorization.answer(BROKEN);
    await shop.written();
  }

  test.each([
    { taker: 'a read', take: () => shop.status() },
    { taker: 'maintenance', take: () => shop.maintenance() },
  ])('after it has authorized: $taker places the order, and nothing is voided', async ({ take }) => {
    await thrown();
    shop.handler.known = PAID;
    await take();
    expect(await shop.books()).toEqual(SOLD);
    expect(shop.handler.calls).toEqual(['authorize', 'status']);
    expect((await shop.complete('k')).json.data).toMatchObject({ status: 'completed' });
    expect(await shop.books()).toEqual(SOLD);
  });

  test.each([
    { what: 'knows nothing', known: { state: 'unknown' } as const },
    { what: 'says pending', known: { state: 'pending' } as const },
    { what: 'fails as well', known: BROKEN },
  ])('and whose status $what: is left alone for 15 minutes, then voided', async ({ known }) => {
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

describe('a handler that answers what is no outcome', () => {
  const amiss = () => JSON.parse('{ "state": "completed" }');

  test('to authorize has said nothing: it is logged, and its status decides', async () => {
    (await begun('k')).answer(amiss());
    await shop.written();
    expect(await shop.books()).toEqual(TAKEN);
    expect(shop.faults()).toEqual([expect.stringContaining('is no outcome of a payment')]);
    shop.handler.known = PAID;
    await shop.maintenance();
    expect(await shop.books()).toEqual(SOLD);
    expect(shop.handler.calls).toEqual(['authorize', 'status']);
  });

  test('to status has said nothing: the attempt is left alone for 15 minutes, then voided', async () => {
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

  test('to void has not voided: the payment stays open, and the void is tried again', async () => {
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

describe('a handler that never answers', () => {
  test.each([
    { taker: 'the maintenance of another process', take: () => shop.maintenance(), looks: ['status'] },
    { taker: 'the timer of the process that waits', take: tick, looks: [] },
  ])('is left alone for 15 minutes, then voided by $taker', async ({ take, looks }) => {
    await begun();
    shop.clock.advance(15 * MINUTE - 1);
    await take();
    expect(shop.handler.calls).toEqual(['authorize', ...looks]);
    shop.clock.advance(MINUTE);
    await take();
    await expect.poll(() => shop.handler.calls).toEqual(['authorize', ...looks, ...looks, 'void']);
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
