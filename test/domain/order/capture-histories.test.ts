import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findOrderFaults } from '../../../src/domain/books/order-faults.js';
import { sumOrder } from '../../../src/domain/books/sums.js';
import { adjust, resolveAdjustment } from '../../../src/domain/order/adjust.js';
import { amountRefunded } from '../../../src/domain/order/adjustment.js';
import { cancel } from '../../../src/domain/order/cancel.js';
import { capture, captureShipped, resolveCapture } from '../../../src/domain/order/capture.js';
import { recordEvent } from '../../../src/domain/order/fulfill.js';
import { lineMoney, refundableAmount } from '../../../src/domain/order/line-money.js';
import { markPaid } from '../../../src/domain/order/mark-paid.js';
import { type Order, orderTotal, unitsToShip } from '../../../src/domain/order/order.js';
import {
  amountPaid,
  capturableAmount,
  isVoiding,
  markVoided,
  owedAmount,
  payableTotal,
  pendingCaptures,
  progressOf,
} from '../../../src/domain/order/order-payment.js';
import { nextReportedChange, type ProviderReport } from '../../../src/domain/order/provider-report.js';
import { DISPUTE_STATES } from '../../../src/domain/payment/dispute.js';
import { volume } from '../../support/volume.js';
import { NOW } from '../fixtures.js';
import { total } from './expected.js';
import { carts } from './generators.js';
import { authorized, frozen, placed, settled } from './orders.js';
import { unlessRefused } from './play.js';

/** Random histories of orders with an authorized or owed payment. A part is a share in percent. */
type Step = readonly [
  act:
    | 'ship'
    | 'cancel'
    | 'refund'
    | 'return'
    | 'refund amount'
    | 'capture'
    | 'receive'
    | 'end'
    | 'fail'
    | 'cancel all',
  line: number,
  part: number,
];

const step: fc.Arbitrary<Step> = fc.tuple(
  fc.constantFrom<Step[0][]>(
    ...(['ship', 'ship', 'ship', 'cancel', 'refund', 'return', 'refund amount', 'capture', 'receive'] as const),
    ...(['end', 'end', 'end', 'end', 'fail', 'cancel all'] as const),
  ),
  fc.nat(5),
  fc.constantFrom(1, 33, 50, 100),
);
const histories = fc.record({
  parts: carts,
  change: fc.record({
    parts: fc.constantFrom('once' as const, 'many' as const),
    policy: fc.constantFrom('on_shipment' as const, 'on_last_shipment' as const),
  }),
  steps: fc.array(step, { minLength: 2, maxLength: 20, size: 'max' }),
});

const share = (amount: number, part: number) => Math.max(1, Math.floor((amount * part) / 100));

function take(order: Order, [act, index, part]: Step, id: string): Order {
  const line = order.line_items[index % order.line_items.length];
  if (!line) return order;
  const units = (most: number) => [{ id: line.id, quantity: share(most, part) }];
  const { fulfilled, total: ordered } = line.quantity;
  const then = (after: Order) => captureShipped(order, after, { id: `cap_${id}` }, NOW);
  if (act === 'end' || act === 'fail') return settleOne(order, act, part);
  if (act === 'capture') return capture(order, { amount: share(capturableAmount(order), part) }, id, NOW);
  if (act === 'receive') return markPaid(order, { amount: share(owedAmount(order), part) }, NOW);
  if (act === 'cancel all') return then(cancel(order, {}, id, NOW));
  if (act === 'cancel') return then(cancel(order, { line_items: units(unitsToShip(line)) }, id, NOW));
  if (act === 'refund') return then(adjust(order, { type: 'refund', line_items: units(ordered) }, id, NOW));
  if (act === 'return') return then(adjust(order, { type: 'return', line_items: units(fulfilled) }, id, NOW));
  const amount = share(refundableAmount(order), part);
  if (act === 'refund amount') return then(adjust(order, { type: 'refund', amount }, id, NOW));
  const event = { id, type: 'shipped' as const, line_items: units(unitsToShip(line)), occurred_at: NOW };
  return then(recordEvent(order, event, NOW));
}

/** Settles the oldest open capture, void or refund. A completed capture may take less than was requested. */
function settleOne(order: Order, act: 'end' | 'fail', part: number): Order {
  const failed = { state: 'failed', reason: 'no' } as const;
  const [open] = pendingCaptures(order);
  if (open) {
    const done = { state: 'completed', captured: part === 1 ? share(open.amount, 50) : open.amount } as const;
    return resolveCapture(order, open.id, act === 'end' ? done : failed, NOW);
  }
  if (isVoiding(order)) return markVoided(order, NOW);
  const refund = order.adjustments.find(({ status }) => status === 'pending');
  if (!refund) return order;
  return resolveAdjustment(order, refund.id, act === 'end' ? { state: 'completed' } : failed, NOW);
}

/** Checks the order after each accepted step of random histories. */
function always(check: (after: Order, before: Order) => void): void {
  const runs = fc.property(histories, ({ parts, change, steps }) => {
    let order = authorized(parts, change);
    fc.pre(orderTotal(order) > 0);
    steps.forEach((one, index) => {
      const after = unlessRefused(() => take(order, one, `id_${index}`));
      if (!after) return;
      check(after, order);
      order = frozen(after);
    });
  });
  fc.assert(runs, { numRuns: volume(100, 2_000) });
}

const open = (order: Order) => total(pendingCaptures(order).map(({ amount }) => amount));

it('never captures more than is payable, and never refunds more than was captured', () => {
  always((order) => {
    expect(amountPaid(order) + open(order) + capturableAmount(order)).toBeLessThanOrEqual(payableTotal(order));
    expect(capturableAmount(order)).toBeGreaterThanOrEqual(0);
    expect(refundableAmount(order)).toBeGreaterThanOrEqual(0);
    expect(amountRefunded(order)).toBeLessThanOrEqual(amountPaid(order));
    expect(findOrderFaults(order)).toEqual([]);
  });
});

it('divides what can be refunded over the lines without losing a cent', () => {
  always((order) => {
    const lines = lineMoney(order).map(({ refundable }) => refundable);
    expect(total(lines)).toBe(refundableAmount(order));
    expect(lines.every((amount) => amount >= 0)).toBe(true);
  });
});

it('captures by shipments exactly what is payable, if the handler confirms everything', () => {
  const acts: readonly Step[0][] = ['ship', 'cancel', 'refund', 'return', 'refund amount'];
  const runs = fc.property(histories, ({ parts, change, steps }) => {
    let order = authorized(parts, change);
    fc.pre(orderTotal(order) > 0);
    const apply = (one: Step, id: string) => {
      order = settled(unlessRefused(() => take(order, one, id)) ?? order);
    };
    for (const [index, one] of steps.entries()) if (acts.includes(one[0])) apply(one, `id_${index}`);
    for (const index of order.line_items.keys()) apply(['ship', index, 100], `last_${index}`);
    expect(amountPaid(order)).toBe(payableTotal(order));
    expect(progressOf(order).state).toBe(amountPaid(order) > 0 ? 'captured' : 'voided');
  });
  fc.assert(runs, { numRuns: volume(100, 2_000) });
});

it('balances the books: what was placed is paid, canceled or still open', () => {
  always((order) => {
    const { gross, canceled, refunds } = sumOrder(order);
    const payable = progressOf(order).state === 'authorized' ? payableTotal(order) : amountPaid(order);
    expect(gross - canceled).toBe(payable);
    expect(refunds).toBe(amountRefunded(order));
  });
});

it('leaves nothing open once the handler has confirmed everything', () => {
  always((order) => {
    const done = settled(order);
    expect([pendingCaptures(done), isVoiding(done)]).toEqual([[], false]);
    if (order.status === 'canceled') expect(progressOf(done).state).not.toBe('authorized');
  });
});

/** A view of the provider, whose amounts are shares of the total in percent; it may contradict earlier ones. */
const views = fc.record({
  paid: fc.boolean(),
  ended: fc.boolean(),
  totals: fc.option(fc.record({ captured: fc.nat(100), back: fc.nat(100) })),
  disputes: fc.uniqueArray(
    fc.record({ id: fc.constantFrom('du_1', 'du_2'), state: fc.constantFrom(...DISPUTE_STATES), part: fc.nat(120) }),
    { selector: ({ id }) => id, maxLength: 2 },
  ),
});

type View = typeof views extends fc.Arbitrary<infer T> ? T : never;

function toReport(order: Order, { totals, disputes, ...ends }: View): ProviderReport {
  const captured = Math.floor((orderTotal(order) * (totals?.captured ?? 0)) / 100);
  return {
    ...ends,
    ...(totals && { captured, refunded: Math.floor((captured * totals.back) / 100) }),
    disputes: disputes.map(({ id, state, part }) => ({
      id,
      state,
      amount: share(orderTotal(order), part),
      opened_at: NOW,
    })),
  };
}

it('keeps the money of an order sound, paid or not, through any reports of its provider', () => {
  const starts = fc.constantFrom('authorized', 'pending', 'paid');
  const runs = fc.property(histories, starts, fc.array(views), ({ parts, change, steps }, start, reported) => {
    let order = start === 'authorized' ? authorized(parts, change) : placed(parts, start);
    fc.pre(orderTotal(order) > 0);
    const check = (after: Order) => {
      order = frozen(after);
      expect(findOrderFaults(order)).toEqual([]);
      expect(total(lineMoney(order).map(({ refundable }) => refundable))).toBe(refundableAmount(order));
      const { canceled, paid, refunds } = sumOrder(order);
      expect(Math.min(canceled, paid, refunds, capturableAmount(order))).toBeGreaterThanOrEqual(0);
      if (progressOf(order).state === 'owed') expect(amountPaid(order) + owedAmount(order)).toBe(payableTotal(order));
    };
    for (const [index, one] of steps.entries()) {
      check(unlessRefused(() => take(order, one, `id_${index}`)) ?? order);
      const view = reported[index];
      const changes = view ? reportedChanges(order, toReport(order, view)) : [];
      for (const change of changes) check(change);
    }
  });
  fc.assert(runs, { numRuns: volume(100, 2_000) });
});

/** Applies a report until it makes no difference, and returns the order after each change. */
function reportedChanges(order: Order, report: ProviderReport): Order[] {
  const ids = { capture: `cap_${order.version}`, refund: `adj_${order.version}` };
  const [after] = nextReportedChange(order, report, ids, NOW) ?? [];
  return after ? [after, ...reportedChanges({ ...after, version: order.version + 1 }, report)] : [];
}
