import { sum } from '../values/money.js';
import type { PricedLine, Pricing } from './pricing.js';

export const TOTAL_TYPES = ['subtotal', 'items_discount', 'discount', 'fulfillment', 'tax', 'fee', 'total'] as const;
export type TotalType = (typeof TOTAL_TYPES)[number];

/** A total as documented for the API. Minor units; discounts are negative. */
export interface Total {
  readonly type: TotalType;
  readonly amount: number;
}

/** Lists the applicable totals in the documented order; those before `total` add up to it (docs/money.md, Totals). */
export function orderTotals(pricing: Pricing): Total[] {
  return [
    { type: 'subtotal', amount: pricing.subtotal },
    ...nonZero('items_discount', -pricing.items_discount),
    ...nonZero('discount', -pricing.discount),
    ...(pricing.fulfillment === undefined ? [] : [{ type: 'fulfillment', amount: pricing.fulfillment } as const]),
    ...(pricing.tax === undefined || pricing.tax_included ? [] : [{ type: 'tax', amount: pricing.tax } as const]),
    ...nonZero('fee', sum(pricing.fees.map(({ amount }) => amount))),
    { type: 'total', amount: pricing.total },
  ];
}

/** Lists a line's totals. Order-level discounts, shipping and tax appear only in the totals of the cart or order. */
export function lineTotals(line: PricedLine): Total[] {
  return [
    { type: 'subtotal', amount: line.subtotal },
    ...nonZero('items_discount', -line.items_discount),
    { type: 'total', amount: line.subtotal - line.items_discount },
  ];
}

function nonZero(type: 'items_discount' | 'discount' | 'fee', amount: number): Total[] {
  return amount === 0 ? [] : [{ type, amount }];
}
