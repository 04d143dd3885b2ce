import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { adjust, resolveAdjustment } from '../../../src/domain/order/adjust.js';
import { REQUESTED_TYPES } from '../../../src/domain/order/adjustment.js';
import { recordEvent } from '../../../src/domain/order/fulfill.js';
import { chargedPerLine, lineMoney } from '../../../src/domain/order/line-money.js';
import { type Order, orderTotal } from '../../../src/domain/order/order.js';
import { volume } from '../../support/volume.js';
import { type CartParts, item, line, NOW } from '../fixtures.js';
import { given, givenOf, total, worthOfFirst } from './expected.js';
import { carts } from './generators.js';
import { frozen, placed } from './orders.js';
import { unitsBack, unlessRefused } from './play.js';

/** Units are refunded in several parts. The handler reports the outcomes of these refunds in any sequence. */

const RUNS = { numRuns: volume(50, 1_000) };

type Move =
  | { readonly do: 'ask'; readonly line: number; readonly part: number; readonly type: 'refund' | 'return' }
  | { readonly do: 'answer'; readonly which: number; readonly state: 'completed' | 'failed' };

const moves: fc.Arbitrary<Move[]> = fc.array(
  fc.oneof(
    fc.record({
      do: fc.constant('ask' as const),
      line: fc.nat(5),
      part: fc.nat(100),
      type: fc.constantFrom(...REQUESTED_TYPES),
    }),
    fc.record({
      do: fc.constant('answer' as const),
      which: fc.nat(10),
      state: fc.constantFrom('completed' as const, 'failed' as const, 'failed' as const),
    }),
  ),
  { minLength: 5, maxLength: 40, size: 'max' },
);

/** Carts with few units, so that an error of one cent is visible. */
const small: fc.Arbitrary<CartParts> = carts.map((parts) => ({
  ...parts,
  lines: parts.lines?.map((one) => ({ ...one, quantity: Math.min(one.quantity, 7) })) ?? [],
}));

function moved(parts: CartParts): Order {
  const order = placed(parts);
  const line_items = order.line_items.map(({ id, quantity }) => ({ id, quantity: quantity.total }));
  return frozen(recordEvent(order, { id: 'evt', type: 'shipped', line_items, occurred_at: NOW }, NOW));
}

const openOf = (order: Order) => order.adjustments.filter(({ status }) => status === 'pending');

function answered(order: Order, id: string, state: 'completed' | 'failed'): Order {
  return resolveAdjustment(order, id, state === 'failed' ? { state, reason: 'Card closed' } : { state }, NOW);
}

function expectNotTooMuch(order: Order): void {
  const paid = chargedPerLine(order);
  order.line_items.forEach(({ id, quantity }, index) => {
    expect(givenOf(order, id)).toBeLessThanOrEqual(paid[index] ?? 0);
    expect(unitsBack(order, id)).toBeLessThanOrEqual(quantity.total);
  });
  for (const { amount, line_items } of order.adjustments) {
    expect(line_items.every((one) => one.amount >= 0)).toBe(true);
    expect(amount).toBe(total(line_items.map((one) => one.amount)));
  }
}

function take(order: Order, move: Move, id: string): Order {
  if (move.do === 'answer') {
    const open = openOf(order);
    const one = open[move.which % Math.max(1, open.length)];
    return one ? answered(order, one.id, move.state) : order;
  }
  const one = order.line_items[move.line % order.line_items.length];
  const left = one ? one.quantity.total - unitsBack(order, one.id) : 0;
  if (!one || left === 0) return order;
  const line_items = [{ id: one.id, quantity: Math.max(1, Math.floor((left * move.part) / 100)) }];
  return unlessRefused(() => adjust(order, { type: move.type, line_items }, id, NOW)) ?? order;
}

/** Completes open refunds and refunds the remaining units until none is left. */
function toTheEnd(start: Order): Order {
  let order = openOf(start).reduce((current, { id }) => answered(current, id, 'completed'), start);
  order.line_items.forEach(({ id, quantity }, index) => {
    while (unitsBack(order, id) < quantity.total && (lineMoney(order)[index]?.refundable ?? 0) > 0) {
      const asked = `last_${order.adjustments.length}`;
      order = adjust(order, { type: 'refund', line_items: [{ id, quantity: 1 }] }, asked, NOW);
      order = openOf(order).reduce((current, one) => answered(current, one.id, 'completed'), order);
    }
  });
  return order;
}

describe('partial refunds, some of which fail', () => {
  it('add up to exactly the amount paid, and never exceed it', () => {
    fc.assert(
      fc.property(small, moves, (parts, all) => {
        let order = moved(parts);
        all.forEach((move, index) => {
          order = frozen(take(order, move, `adj_${index}`));
          expectNotTooMuch(order);
        });
        const end = toTheEnd(order);
        expectNotTooMuch(end);
        expect(end.line_items.map(({ id }) => givenOf(end, id))).toEqual(chargedPerLine(end));
        if (orderTotal(end) > 0) expect(end.payment_status).toBe('refunded');
      }),
      RUNS,
    );
  });

  it('never refund the rest of the value of a unit that was refunded for less', () => {
    const kept = fc.record({ price: fc.nat(500), units: fc.integer({ min: 2, max: 7 }), part: fc.nat(99) });
    fc.assert(
      fc.property(kept, moves, ({ price, units, part }, all) => {
        const start = moved({ lines: [line('mug', { quantity: units })], items: [item('mug', { price })] });
        const [paid = 0] = chargedPerLine(start);
        const worth = worthOfFirst(paid, 1, units);
        const amount = Math.floor((worth * part) / 100);
        fc.pre(amount > 0);
        const line_items = [{ id: 'mug', quantity: 1 }];
        const named = answered(
          adjust(start, { type: 'refund', line_items, amount }, 'named', NOW),
          'named',
          'completed',
        );
        const order = all.reduce((current, move, index) => take(current, move, `adj_${index}`), named);
        let end = openOf(order).reduce((current, { id }) => answered(current, id, 'completed'), order);
        while (unitsBack(end, 'mug') < units) {
          const id = `last_${end.adjustments.length}`;
          const after = unlessRefused(() => adjust(end, { type: 'return', line_items }, id, NOW));
          if (!after) break;
          end = openOf(after).reduce((current, one) => answered(current, one.id, 'completed'), after);
        }
        fc.pre(unitsBack(end, 'mug') === units);
        expect(givenOf(end, 'mug')).toBe(paid - (worth - amount));
      }),
      RUNS,
    );
  });

  it('fail more than once in many of the random runs', () => {
    const ends = fc.sample(fc.tuple(small, moves), { numRuns: 200, seed: 3 }).map(([parts, all]) => {
      const order = all.reduce((current, move, index) => take(current, move, `adj_${index}`), moved(parts));
      return given(order, ['failed']).length;
    });
    expect(ends.filter((failed) => failed > 1).length).toBeGreaterThan(50);
  });
});
