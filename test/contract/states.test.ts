import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/app.js';
import type { Clock } from '../../src/ports.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { CARD, placeOrder, readyCart, type Shopper, shopper } from '../support/shopper.js';
import { NOON } from '../support/still-clock.js';
import { type OperationName, operations } from './portal-api.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal({ clock: impatientClock() });
});
afterAll(() => portal.close());

/** A handler gets its time; a call that only waits for another's payment finds its time over at the first look. */
function impatientClock(): Clock {
  let now = NOON;
  return {
    now: () => now,
    sleep(milliseconds) {
      if (milliseconds > 1000) return systemClock.sleep(milliseconds);
      now += 10_000;
      return Promise.resolve();
    },
  };
}

interface Cart {
  readonly id: string;
  readonly total: number;
}

type Enter = (by: Shopper, cart: Cart) => Promise<unknown>;

/** How a ready cart gets into each state; the last two are answered as `canceled`. */
const STATES: Readonly<Record<string, Enter>> = {
  incomplete: (by, { id }) => by.ok('set_buyer', { checkout_id: id, buyer: {} }),
  ready_for_complete: async () => undefined,
  requires_escalation: (by, { id }) => {
    const line_items = [{ item: { id: 'oregon-pinot-noir' }, quantity: 1 }];
    return by.ok('add_line_items', { checkout_id: id, line_items });
  },
  complete_in_progress: (by, { id, total }) => {
    const instrument = { ...CARD, credential: { type: 'token', token: 'tok_pending' } };
    return by.ok('complete_checkout', {
      checkout_id: id,
      expected_total: total,
      payment: { instruments: [instrument] },
    });
  },
  completed: placeOrder,
  canceled: (by, { id }) => by.ok('cancel_checkout', { checkout_id: id }),
  expired: (_by, { id }) => expire(id),
};

async function expire(id: string): Promise<void> {
  await portal.app.store.update((rows) => {
    const row = rows.get('checkout', id);
    if (!row) throw new Error('the checkout is missing');
    return { writes: [{ type: 'put', table: 'checkout', row: { ...row, expires_at: NOON } }], result: undefined };
  });
}

const OPEN = ['incomplete', 'ready_for_complete', 'requires_escalation'];
const IN_PROGRESS = 'complete_in_progress';

const CHANGES: Partial<Record<OperationName, object>> = {
  add_line_items: { line_items: [{ item: { id: 'sea-salt' }, quantity: 1 }] },
  update_line_item: { line_item_id: 'mug', quantity: 3 },
  remove_line_item: { line_item_id: 'tee' },
  set_buyer: { buyer: { email: 'bob@example.com' } },
  apply_discount: { code: 'FREESHIP' },
  remove_discount: { code: 'WELCOME10' },
  set_destination: { destination: { address_country: 'US' } },
  select_fulfillment: { selected_option_id: 'pickup-portland' },
};

/** The rules of design 5, Status and Complete: 200 with this status, or a refusal. */
function outcomeOf(state: string, name: OperationName): string {
  const answered = state === 'expired' ? 'canceled' : state;
  if (CHANGES[name])
    return OPEN.includes(state) ? '200' : state === IN_PROGRESS ? 'payment_in_progress' : 'checkout_closed';
  if (name === 'cancel_checkout') return state === 'completed' ? 'checkout_closed' : '200 canceled';
  if (name !== 'complete_checkout') return `200 ${answered}`;
  if (answered === 'canceled') return 'checkout_closed';
  if (state === 'ready_for_complete') return '200 completed';
  return OPEN.includes(state) ? 'checkout_not_ready' : `200 ${state}`;
}

const byId = operations.filter(
  ({ path, name }) => path.includes('/checkouts/{id}') && name !== 'list_fulfillment_methods',
);
const pairs = Object.keys(STATES).flatMap((state) => byId.map(({ name }) => [state, name] as const));

async function cartIn(state: string, by: Shopper): Promise<Cart> {
  const { id } = await readyCart(by);
  await by.ok('apply_discount', { checkout_id: id, code: 'WELCOME10' });
  const { data } = await by.ok('get_checkout', { checkout_id: id });
  const cart: Cart = { id, total: data.totals.at(-1).amount };
  await STATES[state]?.(by, cart);
  return cart;
}

describe('every state with every operation', () => {
  it.each(pairs)('%s: %s', async (state, name) => {
    const by = shopper(portal, { buyer: `${state}.${name}` });
    const { id: checkout_id, total } = await cartIn(state, by);
    const more =
      name === 'complete_checkout' ? { expected_total: total, payment: { instruments: [CARD] } } : CHANGES[name];
    const expected = outcomeOf(state, name);
    if (!expected.startsWith('200')) {
      const before = await by.ok('get_checkout', { checkout_id });
      await by.refused(name, { checkout_id, ...more }, expected);
      expect(await by.ok('get_checkout', { checkout_id })).toEqual(before);
      return;
    }
    const { data } = await by.ok(name, { checkout_id, ...more });
    expect(data.id).toBe(checkout_id);
    if (expected !== '200') expect(`200 ${data.status}`).toBe(expected);
  });

  it.each(Object.keys(STATES))(
    '%s: the methods are listed, and the current cart is this one while it is not final',
    async (state) => {
      const by = shopper(portal, { buyer: `${state}.list` });
      const { id } = await cartIn(state, by);
      const { data } = await by.ok('list_fulfillment_methods', { checkout_id: id });
      expect(data.map((one: { id: string }) => one.id)).toContain('pickup-portland');
      const current = await by.ok('get_cart', {});
      expect(current.data.id === id).toBe(OPEN.includes(state) || state === IN_PROGRESS);
    },
  );

  it('completing what is completed makes no second order', async () => {
    const by = shopper(portal, { buyer: 'twice' });
    const { id, total } = await cartIn('completed', by);
    const { data } = await by.ok('complete_checkout', { checkout_id: id, expected_total: total + 1 });
    expect(data.status).toBe('completed');
    expect((await by.ok('list_orders', {})).data.map((one: { id: string }) => one.id)).toEqual([data.order.id]);
  });
});
