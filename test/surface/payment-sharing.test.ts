import { afterEach, describe, expect, test } from 'vitest';
import { shopper } from '../actors/shopper.js';
import { PAID } from '../support/controlled-handler.js';
import { MINUTE, PaymentShop, SOLD, UNTOUCHED } from '../support/payment-shop.js';
import type { Answered } from '../support/portal.js';
import { DECLINED } from '../support/scripted-handler.js';

/** Several calls or processes resolve the same payment. */
let shop: PaymentShop;
afterEach(() => shop.close());

const AT_ONCE = 5;
const orderOf = ({ json }: Answered): string => json.data.order.id;

describe('a handler that returns a status to one portal, then an outcome to the call of another', () => {
  async function answeredTwice(outcome: typeof PAID) {
    shop = await PaymentShop.open({ patient: true });
    const other = shopper(await shop.another());
    const completing = shop.complete('k');
    const authorization = await shop.handler.next();
    shop.handler.known = outcome;
    const seen = await shop.status(other);
    authorization.answer(outcome);
    return { seen, answer: await completing };
  }

  test('places one order when authorized, and returns it to the call', async () => {
    const { seen, answer } = await answeredTwice(PAID);
    expect([seen, answer.status]).toEqual(['completed', 200]);
    expect(await shop.books()).toEqual(SOLD);
    const { data } = await shop.by.ok('get_checkout', { checkout_id: shop.checkout_id });
    expect(orderOf(answer)).toBe(data.order.id);
    expect(orderOf(await shop.complete('k'))).toBe(data.order.id);
    expect(shop.handler.calls).toEqual(['authorize', 'status']);
  });

  test('releases the reservation once when declined, and declines the call and its repeat', async () => {
    const { seen, answer } = await answeredTwice(DECLINED);
    expect([seen, answer.status, answer.json.error]).toEqual(['ready_for_complete', 402, 'payment_failed']);
    expect(await shop.books()).toEqual(UNTOUCHED);
    const repeat = await shop.complete('k');
    expect([repeat.status, repeat.text]).toEqual([402, answer.text]);
    expect(shop.handler.calls).toEqual(['authorize', 'status']);
  });
});

describe('two portals that settle one payment at once', () => {
  test.each([
    { name: 'authorized', known: PAID, minutes: 1, status: 'completed', books: SOLD },
    { name: 'declined', known: DECLINED, minutes: 1, status: 'ready_for_complete', books: UNTOUCHED },
    {
      name: 'too old',
      known: { state: 'pending' } as const,
      minutes: 15,
      status: 'ready_for_complete',
      books: UNTOUCHED,
    },
  ])(
    'settles a payment once when two portals settle it at the same time: $name',
    async ({ known, minutes, status, books }) => {
      shop = await PaymentShop.open();
      const authorization = await shop.begin();
      authorization.answer(new Error('the network broke'));
      await shop.written();
      shop.handler.known = known;
      shop.clock.advance(minutes * MINUTE);
      const other = shopper(await shop.another());
      const reads = Array.from({ length: AT_ONCE }, () => [shop.status(), shop.status(other)]).flat();
      expect(new Set(await Promise.all(reads))).toEqual(new Set([status]));
      expect(await shop.books()).toEqual(books);
    },
  );

  test('releases the reservation once when both portals cancel, and every cancel succeeds', async () => {
    shop = await PaymentShop.open();
    await shop.begin();
    const other = shopper(await shop.another());
    const cancels = Array.from({ length: AT_ONCE }, () => [shop.cancel(), shop.cancel(other)]).flat();
    expect(new Set(await Promise.all(cancels))).toEqual(new Set(['canceled']));
    expect(await shop.books()).toEqual(UNTOUCHED);
  });
});

describe('a second complete while the first one runs', () => {
  /** Starts a payment, and a second call that waits for it before the handler responds. */
  async function joined(from: 'the same portal' | 'another portal') {
    shop = await PaymentShop.open({ patient: true });
    const as = from === 'the same portal' ? shop.by : shopper(await shop.another());
    const first = shop.complete('first');
    const authorization = await shop.handler.next();
    const waits = shop.nextWait();
    const second = shop.complete('second', as);
    await waits;
    return { first, second, authorization };
  }

  test.each(['the same portal', 'another portal'] as const)(
    'waits for the first complete when sent to %s, and returns the same order',
    async (from) => {
      const { first, second, authorization } = await joined(from);
      authorization.answer(PAID);
      const answers = await Promise.all([first, second]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(orderOf(answers[1])).toBe(orderOf(answers[0]));
      expect(shop.handler.calls.filter((call) => call === 'authorize')).toHaveLength(1);
      expect(await shop.books()).toEqual(SOLD);
    },
  );

  test('returns the open cart when the first complete is declined', async () => {
    const { first, second, authorization } = await joined('the same portal');
    authorization.answer(DECLINED);
    expect((await first).status).toBe(402);
    const { status, json } = await second;
    expect([status, json.data.status]).toEqual([200, 'ready_for_complete']);
    expect(await shop.books()).toEqual(UNTOUCHED);
  });

  test('returns the canceled checkout when a cancel voids the payment of the first complete', async () => {
    const { first, second, authorization } = await joined('the same portal');
    await shop.cancel();
    const { status, json } = await second;
    expect([status, json.data.status]).toEqual([200, 'canceled']);
    authorization.answer(DECLINED);
    await first;
    expect(await shop.status()).toBe('canceled');
    expect(await shop.books()).toEqual(UNTOUCHED);
  });
});
