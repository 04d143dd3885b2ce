import type { Total } from '../checkout/totals.js';
import { amountRefunded } from '../order/adjustment.js';
import { type Order, orderTotal } from '../order/order.js';
import { amountPaid } from '../order/order-payment.js';
import type { Payment } from '../payment/payment.js';
import { derivePaymentStatus } from '../payment/payment-status.js';
import { sum } from '../values/money.js';

/**
 * Describes contradictions between the amounts or units of an order, one sentence each; empty if there are none.
 * Amounts are in minor units.
 */
export function findOrderFaults(order: Order): readonly string[] {
  return [...totalFaults(order), ...shareFaults(order), ...unitFaults(order)];
}

/** Describes differences between an order's copy of its payment and the payment; empty if there are none. */
export function findPaymentFaults(order: Order, payment: Payment | undefined): string[] {
  const {
    id,
    payment_status,
    payment: { progress },
  } = order;
  if (!progress) return [];
  if (!payment) return ['its payment is missing'];
  const derived = derivePaymentStatus(progress, amountRefunded(order));
  return [
    ...(JSON.stringify(progress) === JSON.stringify(payment.progress)
      ? []
      : ['its payment differs from the copy in the order']),
    ...(payment_status === derived
      ? []
      : [`its payment status is ${payment_status}, and its payment and refunds give ${derived}`]),
    ...(payment.order_id === id ? [] : ['its payment belongs to another order']),
  ];
}

function totalFaults({ totals, line_items }: Order): readonly string[] {
  const ofLines = line_items.filter((line) => !addsUp(line.totals)).map(({ id }) => `the totals of line ${id}`);
  return [...(addsUp(totals) ? [] : ['the totals']), ...ofLines].map((what) => `${what} do not add up`);
}

/** True if the entries before `total` add up to its amount. */
function addsUp(totals: readonly Total[]): boolean {
  const [total, ...others] = totals.toReversed();
  return total?.type === 'total' && total.amount === sum(others.map(({ amount }) => amount));
}

/** Checks that the amounts of lines, shipping and fees add up to each total. */
function shareFaults({ totals, line_items, shipping, fees = [], included_tax }: Order): readonly string[] {
  const total = (type: Total['type']) => totals.find((one) => one.type === type)?.amount ?? 0;
  const of = line_items.map(({ allocation }) => allocation);
  const kinds: readonly [name: string, shares: number, whole: number][] = [
    ['subtotals', sum(of.map(({ subtotal }) => subtotal)), total('subtotal')],
    ['discounts on items', sum(of.map(({ items_discount }) => items_discount)), -total('items_discount')],
    ['discounts on the order', sum(of.map((one) => one.order_discount)) + shipping.discount, -total('discount')],
    ['taxes', sum([...of, shipping, ...fees].map(({ tax }) => tax)), total('tax') + included_tax],
    ['fees', sum(fees.map(({ amount }) => amount)), total('fee')],
  ];
  return kinds
    .filter(([, shares, whole]) => shares !== whole)
    .map(([name, shares, whole]) => `the ${name} of its parts come to ${shares}, and those of the order to ${whole}`);
}

function unitFaults(order: Order): readonly string[] {
  const lines = order.line_items
    .filter(({ quantity: { total, fulfilled, canceled } }) => fulfilled + canceled > total)
    .map(({ id }) => `line ${id} has more units that left the shop or were canceled than were ordered`);
  const [refunded, paid, total] = [amountRefunded(order), amountPaid(order), orderTotal(order)];
  return [
    ...lines,
    ...(refunded > paid ? [`${refunded} were refunded of ${paid}`] : []),
    ...(paid > total ? [`${paid} were paid of ${total}`] : []),
  ];
}
