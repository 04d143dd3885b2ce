import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeSandboxCard } from '../../src/payments/handlers/sandbox-card.js';
import type { PaymentHandler, RefundOutcome } from '../../src/ports.js';
import { Merchant } from '../actors/merchant.js';
import { orderOnAccount, placeOrder, readyCart, type Shopper, shopper, totalOf } from '../actors/shopper.js';
import { askedInvoice } from '../support/asked-invoice.js';
import { matrix } from '../support/matrix.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { stillClock } from '../support/still-clock.js';
import { openSurface, type Surface, type SurfaceName } from '../support/surfaces.js';
import { anotherKey } from '../support/tenants.js';
import {
  ACTIONS,
  type Action,
  cellsOf,
  PAID,
  type Payment,
  permittedOf,
  STATES,
  type State,
  statusOf,
} from './order-states.js';

/** State of the refund in the payment handler. */
type Fate = RefundOutcome['state'];

/** State of the refunds of payments that start from now on. Refunds of one minor unit always complete. */
let fate: Fate = 'completed';

/** Wraps a handler. The fate at a payment's start decides its refunds. Its void fails unless that is `completed`. */
function fated(handler: PaymentHandler): PaymentHandler {
  const fates = new Map<string, Fate>();
  return {
    ...handler,
    authorize(attempt, credential, context) {
      fates.set(attempt.id, fate);
      return handler.authorize(attempt, credential, context);
    },
    async void(attempt) {
      if (fates.get(attempt.id) !== 'completed') throw new Error('no connection');
    },
    async refund({ attempt_id, amount }) {
      const state = amount === 1 ? 'completed' : (fates.get(attempt_id) ?? 'completed');
      return state === 'failed' ? { state, reason: 'the account is closed' } : { state };
    },
  };
}

let portal: TestPortal;
let by: Shopper;
/** A key with `commerce` and `fulfillment`, and one without `fulfillment`. */
let keys: { readonly adapter: string; readonly agent: string };
const open: Surface[] = [];
beforeAll(async () => {
  portal = await startPortal({ clock: stillClock(), handlers: [fated(askedInvoice), fated(makeSandboxCard())] });
  const adapter = (await anotherKey(portal, 'deployment', { scopes: ['commerce', 'fulfillment'] })).key;
  keys = { adapter, agent: portal.demo.deployment_key };
  by = shopper(portal, { key: adapter });
  const merchant = new Merchant(portal);
  await merchant.putDiscount('GIFT', { kind: 'percent', value_ppm: 1_000_000 });
  for (const item of ['enamel-mug', 'shop-tee']) await merchant.setUnits(item, 1_000_000);
});
afterAll(async () => {
  for (const surface of open) await surface.close();
  await portal.close();
});

async function surfaceOf(name: SurfaceName, who: keyof typeof keys): Promise<Surface> {
  const surface = await openSurface(name, { url: portal.url, database: portal.database, key: keys[who] });
  open.push(surface);
  return surface;
}

const CALLS: Readonly<Record<Action, readonly [operation: string, args: object]>> = {
  hold: ['hold_order', {}],
  release: ['release_order', {}],
  fulfill: ['record_fulfillment_event', { type: 'shipped', line_items: [{ id: 'tee', quantity: 1 }] }],
  cancel: ['cancel_order', {}],
  'cancel a unit': ['cancel_order', { line_items: [{ id: 'mug', quantity: 1 }] }],
  refund: ['adjust_order', { type: 'refund', amount: 1 }],
  'refund a unit': ['adjust_order', { type: 'refund', line_items: [{ id: 'mug', quantity: 1 }] }],
  return: ['adjust_order', { type: 'return', line_items: [{ id: 'mug', quantity: 1 }] }],
  mark_paid: ['mark_order_paid', {}],
};

/**
 * Amounts refunded before entering a state, in minor units. Refunds are by amount only, because a refund of units would
 * also cancel the units.
 */
const BEFORE: Partial<Record<Payment, (total: number) => number>> = {
  partially_refunded: () => 1,
  refunded: (total) => total,
  'partially_refunded, the rest on its way back': () => 1,
  'partially_refunded, refund failed': () => 1,
};

function fateOf(payment: Payment): Fate {
  if (payment.endsWith('failed')) return 'failed';
  return /on its way|not voided/.test(payment) ? 'pending' : 'completed';
}

/** Places an order and brings it into the state. Returns its id. */
async function enter({ stand, payment }: State): Promise<string> {
  fate = fateOf(payment);
  const onAccount = /^(pending|voided)/.test(payment);
  const cart = await readyCart(by);
  const order_id = await (onAccount ? orderOnAccount : placeOrder)(by, cart);
  const move = (line_items: readonly object[]) =>
    by.ok('record_fulfillment_event', { order_id, type: 'picked_up', line_items });
  if (/moved|partially/.test(stand)) await move([{ id: 'mug', quantity: 1 }]);
  if (stand === 'fulfilled')
    await move([
      { id: 'mug', quantity: 2 },
      { id: 'tee', quantity: 1 },
    ]);
  if (stand.startsWith('on_hold')) await by.ok('hold_order', { order_id, reason: 'A question.' });
  const back = stand === 'canceled' && payment === 'refunded' ? undefined : BEFORE[payment];
  if (back) await by.ok('adjust_order', { order_id, type: 'refund', amount: back(cart.total) });
  if (stand === 'canceled') await by.ok('cancel_order', { order_id });
  else if (payment === 'paid, all on its way back') await by.ok('adjust_order', { order_id, type: 'refund' });
  const { data } = await by.ok('get_order', { order_id });
  expect([data.status, data.payment_status]).toEqual([statusOf({ stand, payment }), PAID[payment].status]);
  return order_id;
}

/** Places a free order, which is paid from the start and has nothing to refund. */
async function enterFree(): Promise<string> {
  fate = 'completed';
  const { id } = await readyCart(by);
  await by.ok('apply_discount', { checkout_id: id, code: 'GIFT' });
  const { data } = await by.ok('get_checkout', { checkout_id: id });
  expect(totalOf(data)).toBe(0);
  return placeOrder(by, { id, total: 0 });
}

/** Returns the order's ETag and body, which show any change of the order. */
async function snapshot(order_id: string): Promise<unknown> {
  const { headers, text } = await by.send('get_order', { order_id });
  return [headers.get('etag'), text];
}

/** Tries every action on an order from `make`, and takes a new order after each success. Returns the results. */
async function tryAll(surface: Surface, make: () => Promise<string>) {
  const outcomes: Partial<Record<Action, string>> = {};
  const permitted = new Set<string>();
  let order_id: string | undefined;
  for (const action of ACTIONS) {
    order_id ??= await make();
    const { body: read } = await surface.call('get_order', { order_id });
    permitted.add(String(read.data.permitted_actions));
    const before = await snapshot(order_id);
    const [operation, args] = CALLS[action];
    const { body, error } = await surface.call(operation, { order_id, ...args });
    outcomes[action] = error ?? `${body.data.status} ${body.data.payment_status}`;
    if (error === undefined) {
      const { data } = await by.ok('get_order', { order_id });
      expect(`${data.status} ${data.payment_status}`).toBe(outcomes[action]);
      order_id = undefined;
    } else expect(await snapshot(order_id)).toEqual(before);
  }
  return { outcomes, permitted: [...permitted] };
}

const succeeds = (outcome: string) => outcome.includes(' ');

const SURFACES = ['http', 'mcp 2.x http'] as const;
/** Each state over each surface, with each kind of key. */
const CELLS = matrix(
  SURFACES.flatMap((name) =>
    (['adapter', 'agent'] as const).flatMap((who) => STATES.map((state) => ({ name, who, state }))),
  ),
  ({ name, who, state: { stand, payment } }) => [name, who, stand, payment],
);
const statesOf = (name: SurfaceName, who: keyof typeof keys) =>
  CELLS.filter((cell) => cell.name === name && cell.who === who).map(({ state }) => state);

describe.each(SURFACES)('over %s', (name) => {
  let adapter: Surface;
  let agent: Surface;
  beforeAll(async () => {
    adapter = await surfaceOf(name, 'adapter');
    agent = await surfaceOf(name, 'agent');
  });

  it.each(statesOf(name, 'adapter'))(
    'lets an order adapter do only permitted actions: $stand, $payment',
    async (state) => {
      const cells = cellsOf(state);
      const { outcomes, permitted } = await tryAll(adapter, () => enter(state));
      expect(outcomes).toEqual(cells);
      expect(permitted).toEqual([String(permittedOf(ACTIONS.filter((action) => succeeds(cells[action]))))]);
    },
  );

  it('allows canceling free units, but not refunding them', async () => {
    const { outcomes, permitted } = await tryAll(adapter, enterFree);
    const cells = cellsOf({ stand: 'processing', payment: 'paid' });
    const refused = { refund: 'adjustment_exceeds_paid', 'refund a unit': 'adjustment_exceeds_paid' };
    expect(outcomes).toEqual({ ...cells, 'cancel a unit': 'processing paid', ...refused });
    expect(permitted).toEqual(['hold,fulfill,cancel']);
  });

  it.each(statesOf(name, 'agent'))("lets a buyer's agent only hold and release: $stand, $payment", async (state) => {
    const { hold, release } = cellsOf(state);
    const { outcomes, permitted } = await tryAll(agent, () => enter(state));
    const refused = ACTIONS.slice(2).map((action) => [action, 'forbidden']);
    const forbidden = Object.fromEntries(refused);
    expect(outcomes).toEqual({ hold, release, ...forbidden });
    const allowed = { hold, release };
    expect(permitted).toEqual([String((['hold', 'release'] as const).filter((action) => succeeds(allowed[action])))]);
  });
});

it('covers all documented states except payments that are voided without a cancellation', () => {
  const reached = new Set(STATES.map((state) => `${statusOf(state)} ${PAID[state.payment].status}`));
  const statuses = ['processing', 'on_hold', 'partially_fulfilled', 'fulfilled', 'canceled'];
  const payments = ['pending', 'paid', 'partially_refunded', 'refunded', 'voided'];
  const all = statuses.flatMap((status) => payments.map((payment) => `${status} ${payment}`));
  // In these states only a cancellation voids a payment. order-parts.test.ts voids one by a return.
  const never = statuses.slice(0, 4).map((status) => `${status} voided`);
  expect([...reached, ...never].sort()).toEqual(all.sort());
});
