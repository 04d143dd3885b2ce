import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { adjust } from '../../../src/domain/order/adjust.js';
import { REQUESTED_TYPES, type RequestedType } from '../../../src/domain/order/adjustment.js';
import { recordEvent } from '../../../src/domain/order/fulfill.js';
import { chargedPerLine, refundableAmount } from '../../../src/domain/order/line-money.js';
import { type Order, orderTotal } from '../../../src/domain/order/order.js';
import { spread } from '../../model/sums.js';
import { volume } from '../../support/volume.js';
import { type CartParts, NOW } from '../fixtures.js';
import { feeWeights, givenOf, partsPaid, shippingWeights, total, worthOfFirst } from './expected.js';
import { carts } from './generators.js';
import { frozen, placed, settled } from './orders.js';
import { unitsBack } from './play.js';

const RUNS = { numRuns: volume(50, 1_000) };

describe('the amounts paid for the lines', () => {
  it('add up to the total of the order, and are never below zero', () => {
    fc.assert(
      fc.property(carts, (parts) => {
        const order = placed(parts);
        const paid = chargedPerLine(order);
        expect(paid).toHaveLength(order.line_items.length);
        expect(paid.every((amount) => Number.isSafeInteger(amount) && amount >= 0)).toBe(true);
        expect(total(paid)).toBe(orderTotal(order));
      }),
      RUNS,
    );
  });

  it('are exactly the price of the goods with tax, plus their shares of shipping and fees', () => {
    fc.assert(
      fc.property(carts, (parts) => {
        const order = placed(parts);
        const { goods, shipping, fees } = partsPaid(order, parts);
        const ofShipping = spread(shipping, shippingWeights(order, parts, goods));
        const ofFees = spread(fees, feeWeights(order, goods));
        expect(chargedPerLine(order)).toEqual(
          goods.map((amount, at) => amount + (ofShipping[at] ?? 0) + (ofFees[at] ?? 0)),
        );
      }),
      RUNS,
    );
  });
});

/** Selects a line and the percentage of its remaining units to refund. If `settles`, the refund completes at once. */
interface Cut {
  readonly line: number;
  readonly part: number;
  readonly type: RequestedType;
  readonly settles: boolean;
}

const cuts = fc.array(
  fc.record({
    line: fc.nat(5),
    part: fc.oneof(fc.constant(0), fc.nat(100)),
    type: fc.constantFrom(...REQUESTED_TYPES),
    settles: fc.boolean(),
  }),
  { minLength: 1, maxLength: 25 },
);

/** Returns the order with all units moved, so that they can be returned too. */
function moved(parts: CartParts): Order {
  const order = placed(parts);
  const line_items = order.line_items.map(({ id, quantity }) => ({ id, quantity: quantity.total }));
  return frozen(recordEvent(order, { id: 'evt', type: 'shipped', line_items, occurred_at: NOW }, NOW));
}

/** Lists the lines with refundable money, their remaining units, and the amount charged. */
function openLines(order: Order) {
  const paid = chargedPerLine(order);
  return order.line_items
    .map(({ id, quantity }, index) => {
      const back = unitsBack(order, id);
      return { id, units: quantity.total, back, left: quantity.total - back, paid: paid[index] ?? 0 };
    })
    .filter(({ id, paid: of_line }) => givenOf(order, id) < of_line);
}

type Sizing = (line: ReturnType<typeof openLines>[number], cut: Cut) => number;

/** Refunds units until no line has refundable money, and checks each amount. Returns the final order. */
function giveBackAll(start: Order, by: readonly Cut[], sizeOf: Sizing): Order {
  let order = start;
  for (let turn = 0; openLines(order).length > 0; turn++) {
    const cut = by[turn % by.length];
    const open = openLines(order);
    const line = open[(cut?.line ?? 0) % open.length];
    if (!cut || !line) break;
    const quantity = sizeOf(line, cut);
    const request = { type: cut.type, line_items: [{ id: line.id, quantity }] };
    const after = adjust(order, request, `adj_${turn}`, NOW);
    const expected =
      worthOfFirst(line.paid, line.back + quantity, line.units) - worthOfFirst(line.paid, line.back, line.units);
    expect(after.adjustments.at(-1)).toMatchObject({ amount: expected, line_items: [{ quantity, amount: expected }] });
    order = frozen(cut.settles ? settled(after) : after);
  }
  return order;
}

function expectAllBack(order: Order): void {
  const paid = chargedPerLine(order);
  expect(order.line_items.map(({ id }) => givenOf(order, id))).toEqual(paid);
  expect(total(order.adjustments.map(({ amount }) => amount))).toBe(orderTotal(order));
  expect(refundableAmount(order)).toBe(0);
  if (orderTotal(order) > 0) expect(settled(order).payment_status).toBe('refunded');
}

/** Chooses enough units to be worth at least one minor unit, and to need at most ten refunds per line. */
const worthSomething: Sizing = ({ back, left, units, paid }, { part }) => {
  const least = Math.ceil(units / 10);
  const wanted = units <= 10 && part === 0 ? 1 : Math.max(least, Math.floor((left * part) / 100));
  const before = worthOfFirst(paid, back, units);
  let quantity = Math.min(wanted, left);
  while (quantity < left && worthOfFirst(paid, back + quantity, units) === before) quantity++;
  return quantity;
};

describe('a full refund', () => {
  it('returns exactly the amount paid, however the units are divided among refunds and returns', () => {
    fc.assert(
      fc.property(carts, cuts, (parts, by) => expectAllBack(giveBackAll(moved(parts), by, worthSomething))),
      RUNS,
    );
  });

  it('returns exactly the amount paid, one unit at a time', () => {
    const few = carts.map((parts) => ({
      ...parts,
      lines: parts.lines?.map((line) => ({ ...line, quantity: Math.min(line.quantity, 4) })) ?? [],
    }));
    fc.assert(
      fc.property(few, cuts, (parts, by) => expectAllBack(giveBackAll(moved(parts), by, () => 1))),
      RUNS,
    );
  });

  it('returns exactly the amount paid, in one refund', () => {
    fc.assert(
      fc.property(carts, (parts) => {
        const order = placed(parts);
        fc.pre(orderTotal(order) > 0);
        const after = adjust(order, { type: 'refund' }, 'adj', NOW);
        expectAllBack(after);
        for (const { id, quantity } of order.line_items) expect(unitsBack(after, id)).toBe(quantity.total);
      }),
      RUNS,
    );
  });
});
