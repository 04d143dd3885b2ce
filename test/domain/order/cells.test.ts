import { describe, expect, it } from 'vitest';
import { PortalError } from '../../../src/domain/errors/portal-error.js';
import { hold, release } from '../../../src/domain/order/actions.js';
import { adjust } from '../../../src/domain/order/adjust.js';
import { cancel } from '../../../src/domain/order/cancel.js';
import { lineStatus, ORDER_STATUSES, type Order, type OrderStatus } from '../../../src/domain/order/order.js';
import { isCapturing, isVoiding, markVoided } from '../../../src/domain/order/order-payment.js';
import { assertAllowed, permittedActions } from '../../../src/domain/order/permitted.js';
import { ORDER_ACTIONS, type OrderAction, TRANSITIONS } from '../../../src/domain/order/transitions.js';
import { PAYMENT_STATUSES } from '../../../src/domain/payment/payment-status.js';
import { SCOPES, type Scope } from '../../../src/domain/tenant/tenant.js';
import { checkEach } from '../../support/cells.js';
import { item, line, NOW, refusal } from '../fixtures.js';
import { CALL, LATER, SITUATIONS, type Situation } from './cells-orders.js';
import { ACTS, type Act, type Cell, type Outcome, SCOPE_OF, TABLE } from './cells-table.js';
import { placed, settled } from './orders.js';

const acts = Object.keys(ACTS).filter((name): name is Act => name in ACTS);
const nameOf = ({ name }: Situation) => name;

function outcomeOf(cell: Cell, situation: Situation): Outcome {
  if ('always' in cell) return cell.always;
  const { moved, money } = situation;
  if ('moved' in cell) return outcomeOf(moved ? cell.moved : cell.unmoved, situation);
  if ('free' in cell) return outcomeOf(money.price === 0 ? cell.free : cell.priced, situation);
  if ('unit' in cell) return outcomeOf((money.captured ?? money.received) === 3000 ? cell.unit : cell.less, situation);
  if ('received' in cell) return outcomeOf(money.received === undefined ? cell.nothing : cell.received, situation);
  return outcomeOf(money.left ? cell.left : cell.spent, situation);
}

/** Returns true if the payment status changes in the same call because no payment handler is involved. */
function movesAtOnce(act: Act, { order, money }: Situation): boolean {
  return ACTS[act] === 'mark_paid' || (order.payment_status === 'paid' && money.price === 0);
}

describe('a cell of the transition table', () => {
  it('exists for every action, order status and payment status', () => {
    expect(new Set(Object.values(ACTS))).toEqual(new Set(ORDER_ACTIONS));
    const pairs = new Set(SITUATIONS.map(({ order }) => `${order.status} ${order.payment_status}`));
    expect(pairs.size).toBe(40);
    for (const act of acts) {
      expect(Object.keys(TABLE[act]).sort()).toEqual([...ORDER_STATUSES].sort());
      for (const row of Object.values(TABLE[act]))
        expect(Object.keys(row).sort()).toEqual([...PAYMENT_STATUSES].sort());
    }
  });

  it.each(acts)('for "%s" states the actual outcome in every situation', async (act) => {
    await checkEach(SITUATIONS, nameOf, (situation) => expectCell(act, situation));
  });
});

function expectCell(act: Act, situation: Situation): void {
  const { order } = situation;
  const outcome = outcomeOf(TABLE[act][order.status][order.payment_status], situation);
  if (typeof outcome === 'string') {
    const said = `The order is ${order.status}, its payment is ${order.payment_status}; ${ACTS[act]} is allowed `;
    expect(refusal(outcome, () => CALL[act](order))).toContain(said);
    return;
  }
  const { status = order.status, payment = order.payment_status } = outcome;
  const after = CALL[act](order);
  const at_once = movesAtOnce(act, situation) ? payment : order.payment_status;
  expect(after).toMatchObject({ status, payment_status: at_once, updated_at: LATER, created_at: NOW });
  const asks = ACTS[act] === 'cancel' || ACTS[act] === 'refund' || payment === 'voided' || isCapturing(after);
  expectInTable(ACTS[act], order, after);
  expect(asks ? settled(after) : after).toMatchObject({ status, payment_status: payment });
}

/** Checks the outcome against the program's own table, from which the documents are generated. */
function expectInTable(action: OrderAction, before: Order, after: Order): void {
  const { to = {}, may_stay, payment_to = {} } = TRANSITIONS[action];
  const ends = to === 'the status before' ? TRANSITIONS.hold.from : (to[before.status] ?? [before.status]);
  expect(may_stay ? [before.status, ...ends] : ends).toContain(after.status);
  const added = after.adjustments.slice(before.adjustments.length);
  const others = before.adjustments.filter(({ status }) => status !== 'pending');
  const asks =
    action === 'cancel' || isVoiding(after) || isCapturing(after) || added.some(({ status }) => status === 'pending');
  const { payment_status } = asks ? settled({ ...after, adjustments: [...others, ...added] }) : after;
  const leads = payment_to[before.payment_status];
  if (payment_status !== before.payment_status) expect(leads).toContain(payment_status);
  reached.add(`${action} ${before.status} ${after.status}`);
  reached.add(`${action} ${before.payment_status} ${payment_status}`);
}

const reached = new Set<string>();

it("reaches every transition of the program's table", () => {
  const ways = ORDER_ACTIONS.flatMap((action) => {
    const { from, to = {}, payment_to = {} } = TRANSITIONS[action];
    const ends = (start: OrderStatus) => (to === 'the status before' ? TRANSITIONS.hold.from : (to[start] ?? []));
    const statuses = from.flatMap((start) => ends(start).map((end) => `${action} ${start} ${end}`));
    const payments = Object.entries(payment_to).flatMap(([start, all]) =>
      all.map((end) => `${action} ${start} ${end}`),
    );
    return [...statuses, ...payments];
  });
  expect(ways.filter((way) => !reached.has(way))).toEqual([]);
});

const SCOPE_SETS: readonly (readonly Scope[])[] = [
  [],
  ['commerce'],
  ['fulfillment'],
  ['commerce', 'fulfillment'],
  ['receipts:read', 'receipts:write', 'shops', 'keys', 'buyer'],
  SCOPES,
];

function succeeds(call: () => unknown): boolean {
  try {
    call();
    return true;
  } catch (error) {
    if (error instanceof PortalError) return false;
    throw error;
  }
}

describe('permittedActions', () => {
  it.each(SCOPE_SETS.map((scopes) => [scopes] as const))(
    'lists in every situation exactly the actions that would succeed and that the scopes %j permit',
    async (scopes) => {
      await checkEach(SITUATIONS, nameOf, ({ order }) => {
        const works = acts.filter((act) => succeeds(() => CALL[act](order))).map((act): OrderAction => ACTS[act]);
        const expected = [...new Set(works)].filter((action) => scopes.includes(SCOPE_OF[action]));
        expect([...permittedActions(order, new Set(scopes))].sort()).toEqual(expected.sort());
      });
    },
  );
});

describe('the error detail', () => {
  const two = placed({ lines: [line('mug', { quantity: 2 })] });
  const moved: Order = {
    ...two,
    status: 'partially_fulfilled',
    line_items: two.line_items.map((one) => ({ ...one, quantity: { total: 2, fulfilled: 1, canceled: 0 } })),
  };
  const held = hold(two, {}, NOW);

  it('names only the statuses if they are the reason', () => {
    expect(refusal('order_on_hold', () => assertAllowed(held, 'fulfill'))).toBe(
      'The order is on_hold, its payment is paid; fulfill is allowed in status processing or partially_fulfilled.',
    );
    const due = placed({ lines: [line('mug')] }, 'pending');
    expect(refusal('order_not_payable', () => assertAllowed(due, 'refund'))).toBe(
      'The order is processing, its payment is pending; refund is allowed with payment status authorized or partially_captured or paid or partially_refunded or disputed.',
    );
  });

  it('names only the failed condition if that is the reason', () => {
    expect(refusal('order_not_cancelable', () => cancel(moved, {}, 'adj', LATER))).toBe(
      'The order is partially_fulfilled, its payment is paid; cancel is allowed while nothing has been shipped, picked up or provisioned: units that are still in the shop are canceled by naming them in line_items.',
    );
    const event = { id: 'e', type: 'in_transit', line_items: [], occurred_at: NOW } as const;
    const full = { ...two, fulfillment: { ...two.fulfillment, events: Array.from({ length: 500 }, () => event) } };
    expect(refusal('limit_exceeded', () => assertAllowed(full, 'fulfill'))).toBe(
      'The order is processing, its payment is paid; fulfill is allowed while the order has fewer than 500 events.',
    );
    expect(refusal('invalid_request', () => assertAllowed(two, 'return'))).toMatch(
      /return is allowed while units have left the shop and have not come back: no units have left the shop, or all have come back\.$/,
    );
  });
});

describe('hold and release', () => {
  const processing = placed({ lines: [line('mug')] });

  it('keep the reason until the release, which restores the order', () => {
    const held = hold(processing, { reason: 'Wrong size' }, NOW + 1);
    expect(held).toEqual({
      ...processing,
      status: 'on_hold',
      hold_reason: 'Wrong size',
      updated_at: NOW + 1,
    });
    expect(release(held, NOW + 2)).toEqual({ ...processing, updated_at: NOW + 2 });
  });

  it('accept a missing reason, and keep no earlier one', () => {
    const again = hold(
      release(hold(processing, { reason: 'first', visible: true, note: 'Ask Ada' }, NOW), NOW),
      {},
      NOW,
    );
    expect(again).toEqual({ ...processing, status: 'on_hold' });
  });
});

describe('cancel', () => {
  const parts = { lines: [line('mug', { quantity: 2 })] };
  const allCanceled = ({ line_items }: Order) =>
    line_items.map((one) => ({ ...one, quantity: { ...one.quantity, canceled: one.quantity.total } }));

  it('records the reason and the refund, and ends the hold', () => {
    const paid = placed(parts);
    const adjustment = { id: 'adj', type: 'refund', status: 'pending', reason: 'Too late', created_at: LATER };
    expect(cancel(hold(paid, { reason: 'Wrong size' }, NOW), { reason: 'Too late' }, 'adj', LATER)).toEqual({
      ...paid,
      status: 'canceled',
      cancel_reason: 'Too late',
      adjustments: [
        { ...adjustment, line_items: [{ id: 'mug', quantity: 2, canceled: 2, amount: 2000 }], amount: 2000 },
      ],
      line_items: allCanceled(paid),
      updated_at: LATER,
    });
  });

  it('refunds nothing if the payment is due, and lets it be marked as voided', () => {
    const due = placed(parts, 'pending');
    const canceled = cancel(due, {}, 'adj', LATER);
    const units = { id: 'mug', quantity: 2, canceled: 2, amount: 2000 };
    const noLongerOwed = { id: 'adj', type: 'cancellation', status: 'completed', unpaid: true, amount: 2000 };
    expect(canceled).toEqual({
      ...due,
      status: 'canceled',
      adjustments: [{ ...noLongerOwed, line_items: [units], created_at: LATER, settled_at: LATER }],
      line_items: allCanceled(due),
      payment: { ...due.payment, progress: { state: 'voiding' } },
      updated_at: LATER,
    });
    const payment = { ...due.payment, progress: { state: 'voided' } };
    const voided = { payment_status: 'voided', payment, updated_at: LATER + 1 };
    expect(markVoided(canceled, LATER + 1)).toEqual({ ...canceled, ...voided });
  });

  it('has the same effect as canceling all remaining units if no money is returned', () => {
    const part = { line_items: [{ id: 'mug', quantity: 1 }] };
    const free = { ...parts, items: [item('mug', { price: 0 })] };
    for (const order of [placed(parts, 'pending'), placed(free)]) {
      const rest = cancel(order, part, 'first', NOW);
      expect(cancel(rest, {}, 'adj', LATER)).toEqual(cancel(rest, part, 'adj', LATER));
    }
  });

  it('names units whose refund is already pending, without refunding them again', () => {
    const back = adjust(placed(parts), { type: 'refund', amount: 2000 }, 'first', NOW);
    expect(cancel(back, {}, 'adj', LATER).adjustments.at(-1)).toMatchObject({
      type: 'cancellation',
      status: 'completed',
      amount: 0,
      line_items: [{ id: 'mug', quantity: 2, without_money: 2 }],
    });
  });
});

describe('the status of a line', () => {
  it.each<[OrderStatus, moved: number, canceled: number, string]>([
    ['processing', 0, 0, 'processing'],
    ['processing', 0, 1, 'processing'],
    ['processing', 0, 2, 'removed'],
    ['partially_fulfilled', 1, 0, 'partial'],
    ['fulfilled', 2, 0, 'fulfilled'],
    ['fulfilled', 1, 1, 'fulfilled'],
    ['fulfilled', 0, 2, 'removed'],
    ['on_hold', 0, 0, 'processing'],
    ['on_hold', 1, 0, 'partial'],
    ['canceled', 0, 2, 'removed'],
  ])('for a %s order with %i of 2 units moved and %i canceled: %s', (status, fulfilled, canceled, expected) => {
    expect(lineStatus({ status }, { quantity: { total: 2, fulfilled, canceled } })).toBe(expected);
  });
});
