import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hold, release } from '../../../src/domain/order/actions.js';
import { adjust, resolveAdjustment } from '../../../src/domain/order/adjust.js';
import { chargedPerLine, refundableAmount } from '../../../src/domain/order/line-money.js';
import { lineStatus, ORDER_STATUSES, type Order, orderTotal } from '../../../src/domain/order/order.js';
import { volume } from '../../support/volume.js';
import { NOW } from '../fixtures.js';
import { givenOf, lineStatusByUnits, numbersIn, paymentStatusOf, statusByUnits, takenOff, total } from './expected.js';
import { gifts, type History, histories } from './generators.js';
import { type Change, play, requestOf, unitsBack, unitsReturned, unlessRefused } from './play.js';

const RUNS = { numRuns: volume(50, 1_000) };

/** Checks the order as placed and after every step of random histories. `changes` has the accepted steps so far. */
function always(check: (order: Order, changes: readonly Change[], history: History) => void): void {
  fc.assert(
    fc.property(histories, (history) => {
      const { placed: start, changes } = play(history);
      [start, ...changes.map(({ after }) => after)].forEach((order, index) => {
        check(order, changes.slice(0, index), history);
      });
    }),
    RUNS,
  );
}

describe('every history of an order', () => {
  it('never refunds more money than was paid, per line and in total', () => {
    always((order) => {
      const paid = chargedPerLine(order);
      order.line_items.forEach(({ id }, index) => {
        expect(givenOf(order, id)).toBeLessThanOrEqual(paid[index] ?? 0);
      });
      const back = takenOff(order);
      expect(back).toBeLessThanOrEqual(orderTotal(order));
      expect(refundableAmount(order)).toBe(orderTotal(order) - back);
      for (const { amount, line_items } of order.adjustments) {
        expect(amount).toBe(total(line_items.map((line) => line.amount)));
        expect(line_items.every((line) => line.amount >= 0)).toBe(true);
      }
    });
  });

  it('moves, cancels or refunds no unit that was not ordered', () => {
    always((order) => {
      for (const { id, quantity } of order.line_items) {
        expect(quantity.fulfilled + quantity.canceled).toBeLessThanOrEqual(quantity.total);
        expect(unitsBack(order, id)).toBeLessThanOrEqual(quantity.total);
      }
    });
  });

  it('returns no more units of a line than were moved', () => {
    always((order) => {
      for (const { id, quantity } of order.line_items) {
        expect(unitsReturned(order, id)).toBeLessThanOrEqual(quantity.fulfilled);
      }
    });
  });

  it('counts as moved exactly the units in its events of types that move units', () => {
    always((order) => {
      const moving = order.fulfillment.events.filter(({ type }) => /^(shipped|picked_up|provisioned)$/.test(type));
      for (const { id, quantity } of order.line_items) {
        const entries = moving.flatMap(({ line_items }) => line_items.filter((line) => line.id === id));
        expect(quantity.fulfilled).toBe(total(entries.map((line) => line.quantity)));
      }
    });
  });

  it('derives the status from the quantities, except for a hold', () => {
    always((order, changes) => {
      const last = changes.findLast(({ step }) => ['hold', 'release'].includes(step.do))?.step.do;
      const by_units = statusByUnits(order);
      const is_open = by_units === 'processing' || by_units === 'partially_fulfilled';
      expect(order.status).toBe(is_open && last === 'hold' ? 'on_hold' : by_units);
      for (const line of order.line_items) expect(lineStatus(order, line)).toBe(lineStatusByUnits(line));
    });
  });

  it('derives the payment status from completed refunds', () => {
    always((order, changes, { payment_status }) => {
      const marked = changes.some(({ step }) => step.do === 'mark paid' && step.amount === undefined);
      expect(order.payment_status).toBe(paymentStatusOf(order, marked ? 'paid' : payment_status));
    });
  });

  it('only appends events and adjustments, and never changes settled ones', () => {
    always((order, changes) => {
      const before = changes.at(-1)?.before ?? order;
      const { events } = before.fulfillment;
      expect(order.fulfillment.events.slice(0, events.length)).toEqual(events);
      expect(order.adjustments.slice(0, before.adjustments.length).map(unsettled)).toEqual(
        before.adjustments.map(unsettled),
      );
      before.adjustments.forEach((old, index) => {
        if (old.status !== 'pending') expect(order.adjustments[index]).toEqual(old);
      });
    });
  });

  it('appends at most one event or adjustment per step', () => {
    always((order, changes) => {
      const before = changes.at(-1)?.before ?? order;
      const more = order.fulfillment.events.length - before.fulfillment.events.length;
      expect(more + order.adjustments.length - before.adjustments.length).toBeLessThanOrEqual(1);
    });
  });

  it('never changes the purchase, and produces only safe integers', () => {
    always((order, changes) => {
      expect(bought(order)).toEqual(bought(changes[0]?.before ?? order));
      expect(numbersIn(order).filter((number) => !Number.isSafeInteger(number))).toEqual([]);
    });
  });

  it('can be held while processing or partially fulfilled, and is restored by the release', () => {
    always((order) => {
      const held = unlessRefused(() => hold(order, { reason: 'Wrong size' }, NOW));
      if (held) expect(release(held, order.updated_at)).toEqual(order);
      expect(held !== undefined).toBe(['processing', 'partially_fulfilled'].includes(order.status));
    });
  });

  it('makes the money of a failed refund refundable again, and allows the same refund', () => {
    fc.assert(
      fc.property(histories, gifts, (history, gift) => {
        const { placed: start, changes } = play(history);
        const order = changes.at(-1)?.after ?? start;
        const request = requestOf(order, gift);
        const asked = unlessRefused(() => adjust(order, request, 'first', NOW));
        // The part that was not paid before remains unpaid if the refund of the rest fails.
        const adjustment = asked?.adjustments.at(-1);
        fc.pre(asked !== undefined && adjustment?.status === 'pending' && adjustment.uncaptured === undefined);
        const failed = resolveAdjustment(asked, 'first', { state: 'failed', reason: 'Card closed' }, NOW);
        expect(refundableAmount(failed)).toBe(refundableAmount(order));
        expect(failed.payment_status).toBe(order.payment_status);
        const again = adjust(failed, request, 'second', NOW).adjustments.at(-1);
        expect({ ...again, id: 'first' }).toEqual(asked.adjustments.at(-1));
      }),
      RUNS,
    );
  });

  it('reaches all statuses, with every kind of step', () => {
    const changes = fc.sample(histories, { numRuns: 1_000, seed: 6 }).flatMap((history) => play(history).changes);
    expect(new Set(changes.map(({ after }) => after.status))).toEqual(new Set(ORDER_STATUSES));
    const payments = ['pending', 'paid', 'partially_refunded', 'refunded', 'voided'];
    expect(new Set(changes.map(({ after }) => after.payment_status))).toEqual(new Set(payments));
    const kinds = changes.map(({ step }) => (step.do === 'give back' ? step.type : step.do));
    for (const kind of ['event', 'refund', 'return', 'hold', 'release', 'cancel', 'mark paid', 'settle']) {
      expect(kinds.filter((one) => one === kind).length, kind).toBeGreaterThan(30);
    }
  });
});

function unsettled(adjustment: Order['adjustments'][number]) {
  return { ...adjustment, status: undefined, failure: undefined, settled_at: undefined };
}

/** The part of an order that no later step may change. */
function bought({
  totals,
  shipping,
  fees,
  included_tax,
  line_items,
  currency,
  created_at,
  checkout_id,
  buyer_id,
}: Order) {
  const lines = line_items.map(({ quantity, ...line }) => ({ ...line, units: quantity.total }));
  return { totals, shipping, fees, included_tax, currency, created_at, checkout_id, buyer_id, lines };
}
