import { sumTaxLines, type TaxLine } from '../checkout/tax.js';
import type { TotalType } from '../checkout/totals.js';
import { amountRefunded, sumReductions } from '../order/adjustment.js';
import { type Order, orderTotal } from '../order/order.js';
import { amountPaid, progressOf } from '../order/order-payment.js';
import { orderTaxLines } from '../order/tax-lines.js';
import { amountLost } from '../payment/dispute.js';

/** Totals over orders: amounts as placed, and later changes. Minor units, never negative. */
export interface Sums {
  readonly orders: number;
  /** Amount payable: `subtotal` - `discounts` + `delivery` + `fees`, plus tax not included in prices. */
  readonly gross: number;
  /** `gross` without tax. */
  readonly net: number;
  readonly subtotal: number;
  readonly discounts: number;
  readonly delivery: number;
  readonly fees: number;
  readonly tax: number;
  readonly tax_lines: readonly TaxLine[];
  /** Part of `tax` whose rate is unknown, on orders from earlier versions. */
  readonly tax_of_unknown_rate: number;
  /** Amounts that no longer had to be paid, because of a cancellation, return or price reduction before payment or capture. */
  readonly canceled: number;
  /** Amounts received: paid or captured, even if they were refunded later. */
  readonly paid: number;
  /** Refunds confirmed by payment handlers. */
  readonly refunds: number;
  /** Lost disputes. */
  readonly disputes: number;
}

export const NO_SUMS: Sums = {
  orders: 0,
  gross: 0,
  net: 0,
  subtotal: 0,
  discounts: 0,
  delivery: 0,
  fees: 0,
  tax: 0,
  tax_lines: [],
  tax_of_unknown_rate: 0,
  canceled: 0,
  paid: 0,
  refunds: 0,
  disputes: 0,
};

export function sumOrder(order: Order): Sums {
  const total = (type: TotalType) => order.totals.find((one) => one.type === type)?.amount ?? 0;
  const gross = orderTotal(order);
  const tax = total('tax') + order.included_tax;
  const tax_lines = orderTaxLines(order);
  return {
    orders: 1,
    gross,
    net: gross - tax,
    subtotal: total('subtotal'),
    // Subtracts from 0 to avoid -0.
    discounts: 0 - total('items_discount') - total('discount'),
    delivery: total('fulfillment'),
    fees: total('fee'),
    tax,
    tax_lines: tax_lines ?? [],
    tax_of_unknown_rate: tax_lines ? 0 : tax,
    canceled: isPayable(order) ? sumReductions(order) : gross - amountPaid(order),
    paid: amountPaid(order),
    refunds: amountRefunded(order),
    disputes: amountLost(progressOf(order)),
  };
}

/** True if more may be paid or captured. */
function isPayable(order: Order): boolean {
  const { state } = progressOf(order);
  return state === 'owed' || state === 'authorized';
}

export function addSums(one: Sums, other: Sums): Sums {
  return {
    orders: one.orders + other.orders,
    gross: one.gross + other.gross,
    net: one.net + other.net,
    subtotal: one.subtotal + other.subtotal,
    discounts: one.discounts + other.discounts,
    delivery: one.delivery + other.delivery,
    fees: one.fees + other.fees,
    tax: one.tax + other.tax,
    tax_lines: sumTaxLines([...one.tax_lines, ...other.tax_lines]),
    tax_of_unknown_rate: one.tax_of_unknown_rate + other.tax_of_unknown_rate,
    canceled: one.canceled + other.canceled,
    paid: one.paid + other.paid,
    refunds: one.refunds + other.refunds,
    disputes: one.disputes + other.disputes,
  };
}
