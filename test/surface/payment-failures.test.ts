import { afterEach, describe, expect, test } from 'vitest';
import type { CapturePolicy } from '../../src/domain/shop/shop.js';
import type { CallMoment } from '../support/cut-handler.js';
import {
  ITEM,
  type PairBooks,
  type PairCart,
  PaymentPair,
  PROVIDER_WAITS_MS,
  TOO_LONG_MS,
} from '../support/payment-pair.js';
import type { Answered } from '../support/portal.js';
import { changeItem } from '../support/tenants.js';

/** The failures of docs/payments.md (Known failures), with two portals on one database. */

let pair: PaymentPair;
afterEach(() => pair.close());

const NOTHING: PairBooks = { orders: 0, sold: 0, captured: 0, refunded: 0 };

/** Books with one order of one unit. A refund of everything also gives the unit back. */
const oneOrder = (captured: number, refunded = 0): PairBooks => ({
  orders: 1,
  sold: refunded > 0 ? 0 : 1,
  captured,
  refunded,
});

/** Begins a payment that the buyer must confirm. */
async function confirming(): Promise<PairCart> {
  pair = await PaymentPair.open();
  const cart = await pair.ready();
  const { json } = await pair.pay(cart, 'tok_action');
  expect(json.data.status).toBe('complete_in_progress');
  return cart;
}

const statusAt = async (index: number, { checkout_id }: PairCart): Promise<string> =>
  (await pair.by(index).ok('get_checkout', { checkout_id })).status;

/** Places an order whose payment is authorized. */
async function authorized(policy: CapturePolicy = 'on_last_shipment'): Promise<Answered['json']> {
  pair = await PaymentPair.open(policy);
  const order = await pair.order();
  expect(order.payment_status).toBe('authorized');
  return order;
}

const amountOf = ({ totals }: Answered['json']): number =>
  totals.find(({ type }: { readonly type: string }) => type === 'total').amount;

const capture = (index: number, order_id: string, amount?: number) =>
  pair.by(index).send('capture_payment', { order_id, ...(amount !== undefined && { amount }) });

const refund = (index: number, order_id: string) => pair.by(index).send('adjust_order', { order_id, type: 'refund' });

test("an event and the buyer's return at the same time place one order", async () => {
  const cart = await confirming();
  const { continue_url } = await pair.by(0).ok('get_checkout', { checkout_id: cart.checkout_id });
  const attempt = pair.attempt();
  await pair.provider.act(attempt);
  const others = [fetch(continue_url), statusAt(1, cart), pair.maintenance(), pair.pay(cart, 'tok_action')];
  const events = await Promise.all([pair.event(0, attempt), pair.event(1, attempt)]);
  await Promise.all(others);
  expect(events).toEqual([204, 204]);
  expect(await statusAt(1, cart)).toBe('completed');
  expect(await pair.books()).toEqual(oneOrder(cart.expected_total));
});

test('an event before the response places the order, and the response no other', async () => {
  pair = await PaymentPair.open();
  const cart = await pair.ready();
  const { reached, release } = pair.side(0).cuts.hold('after authorize');
  const paying = pair.pay(cart, 'tok_approved');
  await reached;
  expect(await pair.event(1, pair.attempt())).toBe(204);
  await expect.poll(() => pair.stored(cart)).toBe('completed');
  release();
  const { json } = await paying;
  const { order } = await pair.by(1).ok('get_checkout', { checkout_id: cart.checkout_id });
  expect([json.data.status, json.data.order.id]).toEqual(['completed', order.id]);
  expect(await pair.books()).toEqual(oneOrder(cart.expected_total));
});

test('an event for another shop changes nothing', async () => {
  const cart = await confirming();
  const attempt = pair.attempt();
  const other = await pair.anotherShop();
  await pair.provider.act(attempt);
  expect(await pair.event(1, attempt, other)).toBe(204);
  const { store } = pair.side(0).portal.app;
  expect([await pair.stored(cart), await store.due('due_payments', pair.clock.now(), 10)]).toEqual(['paying', []]);
  expect(await pair.event(1, attempt)).toBe(204);
  await expect.poll(() => pair.stored(cart)).toBe('completed');
  expect(await pair.books()).toEqual(oneOrder(cart.expected_total));
});

describe('a closed browser', () => {
  test('leaves an order if the buyer has confirmed the payment', async () => {
    const cart = await confirming();
    await pair.provider.act(pair.attempt());
    await pair.maintenance();
    expect(await pair.books()).toEqual(oneOrder(cart.expected_total));
  });

  test('leaves no order and no charge if the buyer has not, also when the buyer confirms later', async () => {
    const cart = await confirming();
    expect(await pair.books()).toEqual({ ...NOTHING, sold: 1 });
    pair.clock.advance(PROVIDER_WAITS_MS);
    await pair.maintenance();
    await pair.provider.act(pair.attempt());
    expect(await statusAt(1, cart)).toBe('ready_for_complete');
    expect(await pair.books()).toEqual(NOTHING);
  });
});

describe('a double capture', () => {
  test('captures once', async () => {
    const order = await authorized();
    const both = await Promise.all([capture(0, order.id), capture(1, order.id)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await pair.books()).toEqual(oneOrder(amountOf(order)));
  });

  test('never captures more than was authorized', async () => {
    const order = await authorized();
    const most = Math.ceil(amountOf(order) * 0.6);
    const both = await Promise.all([capture(0, order.id, most), capture(1, order.id, most)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await pair.books()).toEqual(oneOrder(most));
    expect((await capture(1, order.id)).status).toBe(200);
    expect(await pair.books()).toEqual(oneOrder(amountOf(order)));
  });
});

test('a refund during a capture waits, and then refunds what was captured', async () => {
  const order = await authorized();
  const held = pair.side(0).cuts.hold('before capture');
  const capturing = capture(0, order.id);
  await held.reached;
  const early = await refund(1, order.id);
  expect([early.status, early.json.error]).toEqual([409, 'capture_in_progress']);
  held.release();
  expect((await capturing).json.data.payment_status).toBe('paid');
  expect((await refund(1, order.id)).json.data.payment_status).toBe('refunded');
  expect(await pair.books()).toEqual(oneOrder(amountOf(order), amountOf(order)));
});

test('an expired authorization is shown as voided, and is not captured by a capture at the same time', async () => {
  const order = await authorized();
  await pair.provider.refuse(pair.attempt());
  pair.clock.advance(PROVIDER_WAITS_MS);
  await Promise.all([capture(0, order.id), pair.maintenance()]);
  await pair.maintenance();
  expect((await pair.by(1).ok('get_order', { order_id: order.id })).payment_status).toBe('voided');
  expect((await capture(1, order.id)).json.error).toBe('order_not_payable');
  expect(await pair.books()).toEqual(oneOrder(0));
  await pair.by(1).ok('cancel_order', { order_id: order.id });
  expect(await pair.books()).toEqual({ ...NOTHING, orders: 1 });
});

describe('a cancellation during 3-D Secure', () => {
  type Act = () => Promise<unknown>;
  test.each([
    ['comes first', (cancel: Act, act: Act) => cancel().then(act)],
    ['comes last', (cancel: Act, act: Act) => act().then(cancel)],
    ['comes at the same time', (cancel: Act, act: Act) => Promise.all([cancel(), act()])],
  ])('leaves a canceled checkout without a charge, or one paid order, if it %s', async (_name, run) => {
    const cart = await confirming();
    const { checkout_id } = cart;
    await run(
      () => Promise.all([pair.by(1).send('cancel_checkout', { checkout_id }), statusAt(0, cart)]),
      () => pair.provider.act(pair.attempt()),
    );
    await pair.maintenance();
    const status = await statusAt(0, cart);
    expect(['canceled', 'completed']).toContain(status);
    expect(await pair.books()).toEqual(status === 'canceled' ? NOTHING : oneOrder(cart.expected_total));
  });
});

test('an amount that changes during 3-D Secure is neither charged nor shown', async () => {
  const cart = await confirming();
  const { checkout_id } = cart;
  const more = { checkout_id, line_items: [{ item: { id: ITEM }, quantity: 1 }] };
  const changed = await pair.by(1).send('add_line_items', more);
  expect([changed.status, changed.json.error]).toEqual([409, 'payment_in_progress']);
  await changeItem(pair.side(1).portal, ITEM, { price: 99_900 });
  await pair.provider.act(pair.attempt());
  const { order } = await pair.by(1).ok('get_checkout', { checkout_id });
  expect(amountOf(await pair.by(0).ok('get_order', { order_id: order.id }))).toBe(cart.expected_total);
  expect(await pair.books()).toEqual(oneOrder(cart.expected_total));
});

describe('a provider that fails between a charge and its response', () => {
  test('has charged once, for one order', async () => {
    pair = await PaymentPair.open();
    const cart = await pair.ready();
    pair.side(0).cuts.fail('after authorize');
    expect((await pair.pay(cart, 'tok_approved')).json.data.status).toBe('complete_in_progress');
    await Promise.all([pair.pay(cart, 'tok_approved', pair.by(1)), statusAt(0, cart)]);
    expect(await statusAt(1, cart)).toBe('completed');
    expect(await pair.books()).toEqual(oneOrder(cart.expected_total));
  });

  test('has captured and refunded once', async () => {
    const order = await authorized();
    pair.side(0).cuts.fail('after capture');
    expect((await capture(0, order.id)).json.data.payment.captures).toMatchObject([{ status: 'pending' }]);
    await pair.maintenance();
    expect(await pair.books()).toEqual(oneOrder(amountOf(order)));
    pair.side(1).cuts.fail('after refund');
    expect((await refund(1, order.id)).json.data.adjustments).toMatchObject([{ status: 'pending' }]);
    await pair.maintenance();
    expect(await pair.books()).toEqual(oneOrder(amountOf(order), amountOf(order)));
  });
});

describe('a portal that stops', () => {
  /** Stops the first portal while a call of its handler is in flight. The other portal continues. */
  async function stopAt(moment: CallMoment, call: () => Promise<unknown>): Promise<void> {
    const { reached } = pair.side(0).cuts.hold(moment);
    pair.clock.waits = 'no';
    await Promise.all([call(), reached]);
    await pair.stopFirst();
    pair.clock.waits = 'patient';
  }

  test.each(['before authorize', 'after authorize'] as const)('%s leaves one order or none', async (moment) => {
    pair = await PaymentPair.open();
    const cart = await pair.ready();
    await stopAt(moment, () => pair.pay(cart, 'tok_approved'));
    const isCharged = moment === 'after authorize';
    if (!isCharged) pair.clock.advance(TOO_LONG_MS);
    await pair.maintenance();
    expect(await statusAt(0, cart)).toBe(isCharged ? 'completed' : 'ready_for_complete');
    expect(await pair.books()).toEqual(isCharged ? oneOrder(cart.expected_total) : NOTHING);
    expect((await pair.pay(cart, 'tok_approved')).json.data.status).toBe('completed');
    expect(await pair.books()).toEqual(oneOrder(cart.expected_total));
  });

  test.each(['before void', 'after void'] as const)('%s leaves no charge', async (moment) => {
    const cart = await confirming();
    const { checkout_id } = cart;
    await stopAt(moment, () => pair.by(0).send('cancel_checkout', { checkout_id }));
    await pair.maintenance();
    await pair.provider.act(pair.attempt());
    expect(await statusAt(0, cart)).toBe('canceled');
    expect(await pair.books()).toEqual(NOTHING);
  });

  test.each(['before capture', 'after capture'] as const)('%s has captured once', async (moment) => {
    const order = await authorized();
    await stopAt(moment, () => capture(0, order.id));
    await Promise.all([pair.maintenance(), pair.maintenance()]);
    expect(await pair.books()).toEqual(oneOrder(amountOf(order)));
  });

  test.each(['before refund', 'after refund'] as const)('%s has refunded once', async (moment) => {
    pair = await PaymentPair.open();
    const order = await pair.order();
    await stopAt(moment, () => refund(0, order.id));
    await Promise.all([pair.maintenance(), pair.maintenance()]);
    expect(await pair.books()).toEqual(oneOrder(amountOf(order), amountOf(order)));
  });
});
