import { afterEach, describe, expect, test } from 'vitest';
import type { PaymentOutcome, PaymentReport } from '../../src/ports.js';
import { PAID } from '../support/controlled-handler.js';
import { MINUTE, PaymentShop, SOLD, TAKEN, UNTOUCHED } from '../support/payment-shop.js';
import { DECLINED } from '../support/scripted-handler.js';

let shop: PaymentShop;
afterEach(() => shop.close());

async function begun(key?: string) {
  shop = await PaymentShop.open();
  return shop.begin(key);
}

async function cancel(): Promise<void> {
  expect(await shop.cancel()).toBe('canceled');
}

/** Lets the payment become too old, then reads the checkout from the portal that still waits for the handler. */
async function growOld(): Promise<void> {
  shop.clock.advance(15 * MINUTE);
  expect(await shop.status()).toBe('ready_for_complete');
}

describe('a response after the payment was voided', () => {
  const ENDS = [
    { end: 'the buyer canceled', ending: cancel, status: 'canceled' },
    { end: 'the payment became too old', ending: growOld, status: 'ready_for_complete' },
  ];
  const LATE: readonly { readonly late: string; readonly answer: PaymentOutcome | Error }[] = [
    { late: 'an authorization', answer: PAID },
    { late: 'a decline', answer: DECLINED },
    { late: 'a fault', answer: new Error('the network broke') },
  ];

  test.each(ENDS.flatMap((end) => LATE.map((late) => ({ ...end, ...late }))))(
    'changes nothing and releases nothing twice for $late after $end',
    async ({ ending, status, answer }) => {
      const authorization = await begun();
      await ending();
      expect(shop.handler.calls).toEqual(['authorize', 'void']);
      expect(await shop.books()).toEqual(UNTOUCHED);
      authorization.answer(answer);
      await shop.written();
      expect(await shop.status()).toBe(status);
      expect(await shop.books()).toEqual(UNTOUCHED);
      expect(shop.handler.calls).toEqual(['authorize', 'void']);
    },
  );

  /** Repeats the call after its attempt was voided and the late response arrived. Returns the first thing to happen. */
  async function repeated(answer: PaymentOutcome | Error): Promise<string> {
    const authorization = await begun('k');
    await growOld();
    authorization.answer(answer);
    await shop.written();
    const told = shop.complete('k').then(({ status, json }) => `${status} ${json.error ?? json.data.status}`);
    const asked = shop.handler.next().then((again) => {
      expect(again.attempt.id).not.toBe(authorization.attempt.id);
      again.answer(PAID);
      return 'the handler is asked anew';
    });
    return Promise.race([asked, told]);
  }

  test.each(LATE.filter(({ answer }) => answer !== DECLINED))(
    'starts a new payment for a repeat of the key after $late',
    async ({ answer }) => {
      expect(await repeated(answer)).toBe('the handler is asked anew');
      await expect.poll(() => shop.status()).toBe('completed');
      expect(await shop.books()).toEqual(SOLD);
    },
  );

  // A decline is a valid result of the call; an open cart is not.
  test('returns the decline or a new payment to a repeat after a decline', async () => {
    expect(['the handler is asked anew', '402 payment_failed']).toContain(await repeated(DECLINED));
  });
});

describe('a void that fails at first', () => {
  async function refusedCancel(): Promise<void> {
    const { by, checkout_id } = shop;
    await by.refused('cancel_checkout', { checkout_id }, 'unavailable');
  }

  async function oldRead(): Promise<void> {
    shop.clock.advance(15 * MINUTE);
    expect(await shop.status()).toBe('complete_in_progress');
  }

  const DECISIONS = [
    { decision: 'a cancel', decide: refusedCancel, status: 'canceled' },
    { decision: 'the time limit', decide: oldRead, status: 'ready_for_complete' },
  ];
  const TAKERS = [
    { taker: 'a read', take: () => shop.status() },
    { taker: 'a read of the current cart', take: () => shop.by.ok('get_cart', {}) },
    { taker: 'maintenance', take: () => shop.maintenance() },
  ];

  test.each(DECISIONS.flatMap((decision) => TAKERS.map((taker) => ({ ...decision, ...taker }))))(
    'is retried at $taker if it failed at $decision',
    async ({ decide, take, status }) => {
      await begun();
      shop.handler.failingVoids = 1;
      await decide();
      expect(await shop.books()).toEqual(TAKEN);
      await take();
      // The handler is asked about a voided payment once more, in the same round of maintenance or in the next.
      expect(shop.handler.calls.filter((call) => call !== 'status')).toEqual(['authorize', 'void', 'void']);
      expect(await shop.status()).toBe(status);
      expect(await shop.books()).toEqual(UNTOUCHED);
      const cart = (await shop.by.ok('get_cart', {})).data.id;
      expect(cart === shop.checkout_id).toBe(status === 'ready_for_complete');
    },
  );

  test.each(DECISIONS)('is retried at a later cancel if it failed at $decision', async ({ decide }) => {
    await begun();
    shop.handler.failingVoids = 1;
    await decide();
    await cancel();
    expect(shop.handler.calls).toEqual(['authorize', 'void', 'void']);
    expect(await shop.books()).toEqual(UNTOUCHED);
  });

  test.each(DECISIONS)(
    'permits no order for a late authorization after it failed at $decision, and no other change',
    async (row) => {
      const authorization = await begun();
      const { by, checkout_id, handler } = shop;
      handler.failingVoids = 2;
      await row.decide();
      authorization.answer(PAID);
      await shop.written();
      handler.known = PAID;
      expect(await shop.status()).toBe('complete_in_progress');
      await by.refused('set_buyer', { checkout_id, buyer: { email: 'eve@example.com' } }, 'payment_in_progress');
      expect(await shop.books()).toEqual(TAKEN);
      expect(await shop.status()).toBe(row.status);
      expect(await shop.books()).toEqual(UNTOUCHED);
      expect(handler.calls).toEqual(['authorize', 'void', 'void', 'void']);
    },
  );
});

describe('the status of a voided payment', () => {
  /** Voids a payment, and lets maintenance ask the handler, which then knows this. */
  async function voidedThen(known: PaymentReport) {
    const { attempt } = await begun();
    await cancel();
    shop.handler.known = known;
    const logged = await shop.maintenance();
    const again = await shop.maintenance();
    expect(await shop.books()).toEqual(UNTOUCHED);
    const { payment, actions } = await shop.payment(attempt.id);
    const reports = [...logged, ...again].filter((line) => line.includes('late_payment'));
    const isDue = payment?.due_at !== undefined;
    return { calls: shop.handler.calls.slice(2), actions, reports: reports.length, isDue };
  }

  const charged = { state: 'authorized', payment_status: 'paid', captured: 100, ended: true } as const;
  test.each<[string, PaymentReport]>([
    ['was charged', PAID],
    ['was charged, and refunded in part', { ...charged, refunded: 1 }],
    ['is authorized', { state: 'authorized', payment_status: 'authorized', authorized_until: 1 }],
  ])('has it voided again and reported once if it %s', async (_, known) => {
    expect(await voidedThen(known)).toEqual({
      calls: ['status', 'void'],
      actions: ['payment.late_success'],
      reports: 1,
      isDue: true,
    });
  });

  test('reports a charge that the void has paid back, without another void', async () => {
    expect(await voidedThen({ ...charged, refunded: 100 })).toEqual({
      calls: ['status'],
      actions: ['payment.late_success'],
      reports: 1,
      isDue: false,
    });
  });

  test.each<[string, PaymentReport]>([
    ['declined', DECLINED],
    ['unknown', { state: 'unknown' }],
    ['owed', { state: 'authorized', payment_status: 'pending' }],
    [
      'released',
      { ...{ state: 'authorized', payment_status: 'authorized', authorized_until: 1 }, captured: 0, ended: true },
    ],
  ])('reports nothing if it is %s', async (_, known) => {
    expect(await voidedThen(known)).toEqual({ calls: ['status'], actions: [], reports: 0, isDue: false });
  });

  test('sends one event to webhooks if the payment succeeded', async () => {
    const { attempt } = await begun();
    const sent = await shop.subscribe('payment.late_success');
    await cancel();
    shop.handler.known = PAID;
    await shop.maintenance();
    await shop.maintenance();
    const { id, checkout_id, handler_id, amount, currency } = attempt;
    expect(await sent()).toEqual([{ id, checkout_id, handler_id, amount, currency }]);
  });

  test('is asked for when the handler authorizes late', async () => {
    const { attempt, answer } = await begun();
    await cancel();
    await shop.maintenance();
    shop.handler.known = PAID;
    answer(PAID);
    await expect.poll(async () => (await shop.payment(attempt.id)).payment?.due_at).toBeDefined();
    await shop.maintenance();
    expect(shop.handler.calls).toEqual(['authorize', 'void', 'status', 'status', 'void']);
    expect((await shop.payment(attempt.id)).actions).toEqual(['payment.late_success']);
  });

  test('is reported once, also if the handler is asked again', async () => {
    const { attempt, answer } = await begun();
    await cancel();
    shop.handler.known = PAID;
    await shop.maintenance();
    answer(PAID);
    await expect.poll(async () => (await shop.payment(attempt.id)).payment?.due_at).toBe(shop.clock.now());
    expect(await shop.maintenance()).not.toContainEqual(expect.stringContaining('late_payment'));
    expect(await shop.payment(attempt.id)).toMatchObject({ actions: ['payment.late_success'] });
    expect(shop.handler.calls.slice(2)).toEqual(['status', 'void', 'status', 'void']);
  });

  test('is over once the handler reports that the void had an effect', async () => {
    const { attempt } = await begun();
    await cancel();
    shop.handler.known = PAID;
    await shop.maintenance();
    shop.handler.known = { ...charged, refunded: 100 };
    await advanceToDue(attempt.id);
    expect(await shop.maintenance()).not.toContainEqual(expect.stringContaining('void_without_effect'));
    expect((await shop.payment(attempt.id)).payment?.due_at).toBeUndefined();
  });

  /** Advances the clock to the time at which the payment is due. Returns false if it is not. */
  async function advanceToDue(id: string): Promise<boolean> {
    const { payment } = await shop.payment(id);
    if (payment?.due_at === undefined) return false;
    shop.clock.advance(payment.due_at - shop.clock.now());
    return true;
  }

  const action = { type: 'redirect', url: 'https://bank.example/confirm' } as const;
  test.each<[string, PaymentReport, number]>([
    ['charged', PAID, 1],
    ['waiting for the buyer', { state: 'action_required', action, expires_at: 1 }, 0],
    ['pending', { state: 'pending' }, 0],
  ])(
    'has it voided ever more rarely for ten days, and noted, if no void ends it and it stays %s',
    async (_, known, late) => {
      const { attempt } = await begun();
      await cancel();
      shop.handler.known = known;
      const logged: string[] = [];
      const began = shop.clock.now();
      while (await advanceToDue(attempt.id)) logged.push(...(await shop.maintenance()));
      const days = (shop.clock.now() - began) / (24 * 60 * MINUTE);
      expect(Math.floor(days)).toBe(10);
      expect(shop.handler.calls.filter((call) => call === 'void')).toHaveLength(13);
      expect(logged.filter((line) => line.includes('void_without_effect'))).toHaveLength(12 - late);
      expect(logged.filter((line) => line.includes('late_payment'))).toHaveLength(late);
      expect(await shop.books()).toEqual(UNTOUCHED);
    },
  );

  test.each([
    ['fails', () => [shop.handler]],
    ['was removed', () => []],
  ])('is asked for ever more rarely for ten days if the handler %s', async (_, handlers) => {
    const { attempt } = await begun();
    await cancel();
    shop.handler.known = new Error('the provider is down');
    const began = shop.clock.now();
    const faults: string[] = [];
    for (let rounds = 0; rounds < 30 && (await advanceToDue(attempt.id)); rounds += 1) {
      // Rounds of maintenance are a minute apart.
      if (rounds > 0 && shop.clock.now() === began) shop.clock.advance(MINUTE);
      faults.push(...(await shop.maintenance(handlers())).filter((line) => line.includes('payment_fault')));
    }
    expect(Math.floor((shop.clock.now() - began) / (24 * 60 * MINUTE))).toBe(11);
    expect(faults).toHaveLength(16);
    expect((await shop.payment(attempt.id)).payment?.due_at).toBeUndefined();
    expect(await shop.books()).toEqual(UNTOUCHED);
  });

  test('stays due while the handler cannot void it again', async () => {
    const { attempt } = await begun();
    await cancel();
    shop.handler.known = PAID;
    shop.handler.failingVoids = 1;
    await shop.maintenance();
    expect(await shop.payment(attempt.id)).toMatchObject({ payment: { due_at: expect.anything() }, actions: [] });
    await shop.maintenance();
    expect((await shop.payment(attempt.id)).actions).toEqual(['payment.late_success']);
  });
});
