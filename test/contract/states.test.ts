import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CART_LIFETIME } from '../../src/domain/checkout/checkout.js';
import { sweep } from '../../src/maintenance/sweep.js';
import { OPERATIONS } from '../../src/operations/index.js';
import { makeSandboxCard } from '../../src/payments/handlers/sandbox-card.js';
import { systemClock } from '../../src/system.js';
import { postForm, problemOf } from '../actors/buyer-page.js';
import { CARD, placeOrder, READY, readyCart, type Shopper, shopper, totalOf } from '../actors/shopper.js';
import { type ControlledHandler, controlledHandler } from '../support/controlled-handler.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { stillClock } from '../support/still-clock.js';
import { keptIn } from '../surface/buying/kept.js';
import { DECLINED } from '../surface/buying/ways.js';
import { ERROR_STATUS, operations } from './portal-api.js';
import { COLUMNS, PAGE_COLUMNS, STATES, type State, TABLE } from './state-table.js';

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.portal.close());

interface World {
  readonly portal: TestPortal;
  readonly clock: ReturnType<typeof stillClock>;
  /** Replaces `invoice`: its payments stay open, and cannot be voided because it is unreachable. */
  readonly handler: ControlledHandler;
}

/**
 * Starts a portal whose clock skips waits of up to a second, so that a call that waits for another call's payment
 * checks again immediately. Longer waits, such as for handlers, are real.
 */
async function makeWorld(): Promise<World> {
  const sleep = (milliseconds: number) => (milliseconds > 1000 ? systemClock.sleep(milliseconds) : setImmediate());
  const clock = { ...stillClock(), sleep };
  const handler = controlledHandler();
  handler.answer({ state: 'pending' });
  handler.void = async () => {
    throw new Error('no connection');
  };
  return { portal: await startPortal({ clock, handlers: [handler, makeSandboxCard()] }), clock, handler };
}

interface Cart {
  readonly id: string;
  readonly total: number;
  readonly page: string;
}

const DAY = 24 * 60 * 60 * 1000;

const add = (id: string, quantity: number) => (by: Shopper, cart: Cart) =>
  by.ok('add_line_items', { checkout_id: cart.id, line_items: [{ item: { id }, quantity }] });

const pay = (handler_id: string, credential?: object) => (by: Shopper, cart: Cart) => {
  const payment = { instruments: [{ id: 'i', handler_id, ...(credential && { credential }) }] };
  return by.ok('complete_checkout', { checkout_id: cart.id, expected_total: cart.total, payment });
};

const cancel = (by: Shopper, cart: Cart) => by.ok('cancel_checkout', { checkout_id: cart.id });

/** For each state of a cart, a function that brings a ready cart into it. */
const ENTER: Readonly<Record<Exclude<State, 'kept'>, (by: Shopper, cart: Cart, world: World) => Promise<unknown>>> = {
  incomplete: (by, { id }) => by.ok('set_buyer', { checkout_id: id, buyer: {} }),
  ready_for_complete: async () => undefined,
  'high value': add('butcher-block-island', 2),
  'age unknown': add('oregon-pinot-noir', 1),
  complete_in_progress: pay('sandbox_card', { type: 'token', token: 'tok_pending' }),
  async voiding(by, cart) {
    await pay('invoice')(by, cart);
    await by.refused('cancel_checkout', { checkout_id: cart.id }, 'unavailable');
  },
  completed: placeOrder,
  canceled: cancel,
  expired: async (_by, _cart, { clock }) => clock.advance(CART_LIFETIME),
  async erased(by, cart, { clock, portal }) {
    await cancel(by, cart);
    clock.advance(30 * DAY);
    await sweep(portal.app.portal);
  },
};

/** Brings a cart with a discount code into a state. Returns it with its total in that state. */
async function cartIn(state: State, by: Shopper, where = world): Promise<Cart> {
  if (state === 'kept') return keptCart(by);
  const { id } = await readyCart(by);
  await by.ok('apply_discount', { checkout_id: id, code: 'WELCOME10' });
  const { data } = await by.ok('get_checkout', { checkout_id: id });
  await ENTER[state](by, { id, total: totalOf(data), page: data.continue_url }, where);
  const now = await by.ok('get_checkout', { checkout_id: id });
  expect(now.data.status).toBe(TABLE[state].read);
  return { id, total: totalOf(now.data), page: data.continue_url };
}

/** Creates the same cart by a purchase whose payment is declined. */
async function keptCart(by: Shopper): Promise<Cart> {
  const paying = { discount_codes: ['WELCOME10'], max_total: 100_000, payment: DECLINED };
  const detail = await by.refused('buy', { ...READY, ...paying }, 'payment_failed');
  const { data } = await by.ok('get_checkout', { checkout_id: keptIn(detail) });
  return { id: data.id, total: totalOf(data), page: data.continue_url };
}

interface Owned {
  readonly state: State;
  readonly by: Shopper;
  readonly cart: Cart;
}

/** A cart that a rejected call left unchanged, reused by the next call in its state. */
let unchanged: Owned | undefined;

async function takeCart(state: State, buyer: string): Promise<Owned> {
  const left = unchanged;
  unchanged = undefined;
  if (left?.state === state) return left;
  const by = shopper(world.portal, { buyer: buyer.replace(' ', '-') });
  return { state, by, cart: await cartIn(state, by) };
}

const byId = operations.filter(({ path }) => path.includes('/checkouts/{id}')).map(({ name }) => name);
const pairs = STATES.flatMap((state) => byId.map((name) => [state, name] as const));

describe('every state with every operation', () => {
  it.each(pairs)('%s: %s', async (state, name) => {
    const owned = await takeCart(state, `${state}.${name}`);
    const { by } = owned;
    const { id: checkout_id, total } = owned.cart;
    const column = COLUMNS[name];
    if (!column) throw new Error(`${name} has no column in the table`);
    const payment = { expected_total: total, payment: { instruments: [CARD] } };
    const args = { checkout_id, ...(name === 'complete_checkout' ? payment : column.args) };
    const expected = String(TABLE[state][column.cell]);
    const before = await by.send('get_checkout', { checkout_id });
    if (ERROR_STATUS.has(expected)) {
      await by.refused(name, args, expected);
      const after = await by.send('get_checkout', { checkout_id });
      expect([after.text, after.headers.get('etag')]).toEqual([before.text, before.headers.get('etag')]);
      unchanged = owned;
      return;
    }
    const { data } = await by.ok(name, args);
    if (column.cell === 'list') return expect(data[0]?.id ?? '').toBe(expected);
    expect(data.id).toBe(checkout_id);
    const after = await by.send('get_checkout', { checkout_id });
    if (expected === 'changed') expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
    else expect([data.status, after.json.data.status]).toEqual([expected, expected]);
  });

  it.each(STATES)('%s: stays the current cart while it is not final', async (state) => {
    const by = shopper(world.portal, { buyer: `${state}.current`.replace(' ', '-') });
    const { id } = await cartIn(state, by);
    const current = await by.ok('get_cart', {});
    expect(current.data.id === id).toBe(TABLE[state].current);
  });

  it('places no second order when a completed checkout is completed again', async () => {
    const by = shopper(world.portal, { buyer: 'twice' });
    const { id, total } = await cartIn('completed', by);
    const { data } = await by.ok('complete_checkout', { checkout_id: id, expected_total: total + 1 });
    expect(data.status).toBe('completed');
    expect((await by.ok('list_orders', {})).data.map((one: { id: string }) => one.id)).toEqual([data.order.id]);
  });

  it('completes the cancellation as soon as the handler can be reached to void the payment', async () => {
    const own = await makeWorld();
    const by = shopper(own.portal);
    const { id: checkout_id } = await cartIn('voiding', by, own);
    own.handler.void = async () => undefined;
    expect((await by.ok('get_checkout', { checkout_id })).data.status).toBe('canceled');
    await own.portal.close();
  });
});

const OVER: ReadonlySet<string> = new Set(['checkout_closed', 'payment_in_progress']);

const forms = STATES.flatMap((state) =>
  Object.entries(PAGE_COLUMNS).map(([name, column]) => ({ state, name, ...column })),
);

/** Submits a form with the current values of the buyer's page. Returns null, the error code or `404`. */
async function act(by: Shopper, cart: Cart, action: string, change: Readonly<Record<string, string>> = {}) {
  const { headers } = await by.send('get_checkout', { checkout_id: cart.id });
  const version = headers.get('etag')?.replaceAll('"', '') ?? '';
  const fields = { version, expected_total: String(cart.total), years: '21', ...change };
  const response = await postForm(cart.page, action, fields);
  return response.status === 404 ? '404' : problemOf(response);
}

describe("every state with every operation of the buyer's page", () => {
  it('covers every operation that only the buyer can call', () => {
    const alone = OPERATIONS.filter(({ scope }) => scope === 'buyer').map(({ name }) => name);
    // Two have no column: every button also saves the terms checkbox, and any state allows a refill (test/pages).
    expect(alone.sort()).toEqual(['accept_terms', ...Object.keys(PAGE_COLUMNS), 'refill_checkout'].sort());
  });

  it.each(forms)('$state: $name', async ({ state, action, cell }) => {
    const owned = await takeCart(state, `${state}.${action}`);
    const { by, cart } = owned;
    const expected = TABLE[state][cell];
    const refused = expected === '404' || ERROR_STATUS.has(expected);
    const before = (await by.send('get_checkout', { checkout_id: cart.id })).text;
    // The page of a closed cart explains its state, so the form redirects back to it without an error code.
    expect(await act(by, cart, action)).toBe(refused && !OVER.has(expected) ? expected : null);
    const after = await by.send('get_checkout', { checkout_id: cart.id });
    if (!refused) return expect(after.json.data.status).toBe(expected);
    expect(after.text).toBe(before);
    unchanged = owned;
  });

  it.each([
    ['approve', 'another total', { expected_total: '1' }, 'total_changed'],
    ['approve', 'no total', { expected_total: '' }, 'total_changed'],
    ['approve', 'a total that is no number', { expected_total: 'x' }, 'invalid_request'],
    ['approve', 'an old version', { version: '1' }, 'version_conflict'],
    ['confirm-age', 'an old version', { version: '1' }, 'version_conflict'],
  ])('%s with %s is rejected and leaves the status unchanged', async (action, why, change, problem) => {
    const by = shopper(world.portal, { buyer: `${action}.${why}`.replaceAll(' ', '-') });
    const cart = await cartIn(action === 'approve' ? 'high value' : 'age unknown', by);
    expect(await act(by, cart, action, change)).toBe(problem);
    const { data } = await by.ok('get_checkout', { checkout_id: cart.id });
    expect(data.status).toBe('requires_escalation');
  });
});
