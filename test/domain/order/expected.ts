import { type Order, orderTotal } from '../../../src/domain/order/order.js';
import { isVoiding } from '../../../src/domain/order/order-payment.js';
import type { PaymentStatus } from '../../../src/domain/payment/payment-status.js';
import type { CartParts } from '../fixtures.js';

/** Expected properties of any order, recomputed from its records. */

export const total = (amounts: readonly number[]) => amounts.reduce((so_far, amount) => so_far + amount, 0);

/** Returns the adjustments whose status is one of `counts`: by default, all that did not fail. */
export function given(order: Order, counts: readonly string[] = ['completed', 'pending']) {
  return order.adjustments.filter(({ status }) => counts.includes(status));
}

/** Amount that was given back or need not be paid any more. Of a failed refund, that is what had not been paid before. */
export function takenOff({ adjustments }: Order): number {
  return total(adjustments.map(({ status, amount, uncaptured = 0 }) => (status === 'failed' ? uncaptured : amount)));
}

/** Amount that need not be paid any more, since it had not been paid before. */
export function reduced({ adjustments }: Order): number {
  return total(adjustments.map(({ unpaid, amount, uncaptured = 0 }) => (unpaid ? amount : uncaptured)));
}

/** Sum of the amounts that were recorded as received. */
export function received({ payment }: Order): number {
  return total((payment.received ?? []).map(({ amount }) => amount));
}

export function givenOf(order: Order, id: string): number {
  const lines = given(order).flatMap(({ line_items }) => line_items.filter((line) => line.id === id));
  return total(lines.map(({ amount }) => amount));
}

export function statusByUnits({ line_items }: Order): Order['status'] {
  const to_ship = total(line_items.map(({ quantity: q }) => q.total - q.fulfilled - q.canceled));
  const moved = total(line_items.map(({ quantity }) => quantity.fulfilled));
  if (to_ship === 0) return moved === 0 ? 'canceled' : 'fulfilled';
  return moved > 0 ? 'partially_fulfilled' : 'processing';
}

export function lineStatusByUnits({ quantity: q }: Order['line_items'][number]): string {
  if (q.canceled === q.total) return 'removed';
  if (q.fulfilled + q.canceled === q.total) return 'fulfilled';
  return q.fulfilled === 0 ? 'processing' : 'partial';
}

/** `begun`: payment status before the first refund. */
export function paymentStatusOf(order: Order, begun: PaymentStatus): PaymentStatus {
  const completed = given(order, ['completed']).filter(({ unpaid }) => !unpaid);
  const back = total(completed.map(({ amount, uncaptured = 0 }) => amount - uncaptured));
  const payable = orderTotal(order) - reduced(order);
  if (isVoiding(order)) return 'pending';
  const canceled = statusByUnits(order) === 'canceled';
  if (back > 0) return back === payable ? 'refunded' : 'partially_refunded';
  if (begun === 'pending') {
    const isPaid = received(order) > 0 && received(order) === payable;
    if (isPaid) return 'paid';
    const nothing_owed = canceled || (orderTotal(order) > 0 && payable === 0);
    return nothing_owed && order.payment_status !== 'pending' ? 'voided' : 'pending';
  }
  return canceled && payable === 0 ? 'refunded' : begun;
}

/** Returns the amount paid for the goods of each line, and the amounts for shipping and fees to spread over lines. */
export function partsPaid(order: Order, parts: CartParts): { goods: number[]; shipping: number; fees: number } {
  const on_top = parts.settings?.tax?.included ? 0 : 1;
  const { fulfillment, discount, tax } = order.shipping;
  return {
    goods: order.line_items.map(
      ({ allocation: a }) => a.subtotal - a.items_discount - a.order_discount + on_top * a.tax,
    ),
    shipping: fulfillment - discount + on_top * tax,
    fees: total((order.fees ?? []).map((fee) => fee.amount + on_top * fee.tax)),
  };
}

/** Weighs each line by what its goods cost, or by units if all shipped goods are free; digital lines weigh nothing. */
export function shippingWeights(order: Order, parts: CartParts, goods: readonly number[]): number[] {
  const is_brought = order.line_items.map(({ item }) =>
    parts.items?.some(({ id, fulfillment_types }) => id === item.id && fulfillment_types.includes('shipping')),
  );
  return weightsOf(order, goods, (index) => is_brought[index] ?? false);
}

/** Weighs all lines, also digital ones, because every line bears a share of the fees. */
export function feeWeights(order: Order, goods: readonly number[]): number[] {
  return weightsOf(order, goods, () => true);
}

function weightsOf({ line_items }: Order, goods: readonly number[], takes_part: (index: number) => boolean): number[] {
  const by_price = goods.map((amount, index) => (takes_part(index) ? amount : 0));
  if (total(by_price) > 0) return by_price;
  return line_items.map(({ quantity }, index) => (takes_part(index) ? quantity.total : 0));
}

/** Value of the first `count` of `units` units: their share of the paid amount, rounded half up. */
export function worthOfFirst(paid: number, count: number, units: number): number {
  return Number((2n * BigInt(paid) * BigInt(count) + BigInt(units)) / (2n * BigInt(units)));
}

export function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : [];
}
