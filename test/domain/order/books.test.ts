import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findOrderFaults } from '../../../src/domain/books/order-faults.js';
import { buildRows, columnNames } from '../../../src/domain/books/order-rows.js';
import { sumOrder } from '../../../src/domain/books/sums.js';
import { amountRefunded } from '../../../src/domain/order/adjustment.js';
import { type Order, orderTotal } from '../../../src/domain/order/order.js';
import { amountPaid, owedAmount, payableTotal } from '../../../src/domain/order/order-payment.js';
import { volume } from '../../support/volume.js';
import { received, reduced, total } from './expected.js';
import { histories } from './generators.js';
import { play } from './play.js';

/** The books must agree for any order, paid or not, at every point of its history. */

const RUNS = { numRuns: volume(100, 1_000) };

function inEveryState(check: (order: Order) => void): void {
  fc.assert(
    fc.property(histories, (history) => {
      const { placed, changes } = play(history);
      for (const order of [placed, ...changes.map(({ after }) => after)]) check(order);
    }),
    RUNS,
  );
}

it('records taxes on goods, delivery and fees that add up to the tax total, included or on top', () => {
  inEveryState((order) => {
    const { line_items, shipping, fees = [], included_tax, totals } = order;
    const { tax, tax_lines, gross, net } = sumOrder(order);
    const parts = [...line_items.map(({ allocation }) => allocation), shipping, ...fees];
    expect(total(tax_lines.map(({ amount }) => amount))).toBe(tax);
    expect(total(parts.map((part) => part.tax))).toBe(tax);
    expect((totals.find(({ type }) => type === 'tax')?.amount ?? 0) + included_tax).toBe(tax);
    expect(gross - tax).toBe(net);
    const each = [...line_items, shipping, ...fees].flatMap((part) => part.tax_lines ?? []);
    for (const name of ['taxable_amount', 'amount'] as const)
      expect(total(tax_lines.map((line) => line[name]))).toBe(total(each.map((line) => line[name])));
    const kinds = tax_lines.map(({ rate_ppm, jurisdiction, category }) => `${rate_ppm} ${jurisdiction} ${category}`);
    expect(new Set(kinds).size).toBe(kinds.length);
  });
});

it('reconciles the amounts due, paid, canceled and refunded', () => {
  let [unpaid, back, partly] = [0, 0, 0];
  inEveryState((order) => {
    const isPaid = !['pending', 'voided'].includes(order.payment_status);
    const off = reduced(order);
    expect(payableTotal(order)).toBe(orderTotal(order) - off);
    expect(payableTotal(order)).toBeGreaterThanOrEqual(0);
    expect(amountPaid(order)).toBe(isPaid ? payableTotal(order) : received(order));
    if (order.payment.received && isPaid) expect(received(order)).toBe(amountPaid(order));
    if (order.payment.progress?.state === 'owed')
      expect(amountPaid(order) + owedAmount(order)).toBe(payableTotal(order));
    else expect(owedAmount(order)).toBe(0);
    expect(findOrderFaults(order)).toEqual([]);
    expect(amountRefunded(order)).toBeLessThanOrEqual(amountPaid(order));
    const { canceled, refunds, gross } = sumOrder(order);
    expect(refunds).toBe(amountRefunded(order));
    const isOver = order.payment_status === 'voided' || (!isPaid && order.status === 'canceled');
    expect(canceled).toBe(isOver ? gross - received(order) : off);
    if (isPaid) expect(canceled + amountPaid(order)).toBe(gross);
    if (off > 0) unpaid += 1;
    if (refunds > 0) back += 1;
    if (owedAmount(order) > 0 && amountPaid(order) > 0) partly += 1;
  });
  expect(Math.min(unpaid, back)).toBeGreaterThan(RUNS.numRuns / 10);
  expect(partly).toBeGreaterThan(0);
});

it('exports lines whose subtotals, totals and refunds add up to those of the order', () => {
  inEveryState((order) => {
    const column = (name: string) => {
      const at = columnNames('lines').indexOf(name);
      return total(buildRows('lines', order, 1).map((row) => minorOf(row[at])));
    };
    const [row = []] = buildRows('orders', order, 1);
    for (const name of ['subtotal', 'total', 'refunds'])
      expect([name, column(name)]).toEqual([name, minorOf(row[columnNames('orders').indexOf(name)])]);
  });
});

function minorOf(cell: unknown): number {
  return typeof cell === 'object' && cell !== null && 'minor' in cell ? Number(cell.minor) : Number.NaN;
}
