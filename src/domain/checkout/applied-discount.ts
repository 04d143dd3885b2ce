import type { Discount } from '../shop/discount.js';

/** A discount that takes something off, with where its amount goes. Minor units, positive. */
export interface AppliedDiscount {
  readonly discount: Discount;
  readonly amount: number;
  /** What each line of the cart gets of it, in the order of the lines. */
  readonly line_amounts: readonly number[];
  /** What it takes off the price of the option. */
  readonly shipping_amount: number;
}

/** A discount as it is answered, and as an order keeps it (UCP, Discount Extension). */
export interface DiscountRecord {
  /** Absent for automatic ones. */
  readonly code?: string;
  readonly title: string;
  readonly amount: number;
  readonly automatic: boolean;
  /** `each`: of each line by itself; `across`: one amount, spread by what the lines cost. */
  readonly method: 'each' | 'across';
  /** 1 = taken first; each works on what is left. */
  readonly priority: number;
  /** `path`: RFC 9535 JSONPath to a line, or to the total of the delivery. The amounts add up to that of the discount. */
  readonly allocations: readonly { readonly path: string; readonly amount: number }[];
}

const DELIVERY = '$.totals[?@.type=="fulfillment"]';

/** The discounts in the order in which they were taken. */
export function discountRecords(applied: readonly AppliedDiscount[]): DiscountRecord[] {
  return applied.map(({ discount, amount, line_amounts, shipping_amount }, index) => ({
    ...(!discount.automatic && { code: discount.code }),
    title: discount.title,
    amount,
    automatic: discount.automatic,
    method: discount.kind === 'percent' && discount.item_ids ? 'each' : 'across',
    priority: index + 1,
    allocations: [
      ...line_amounts.flatMap((part, line) => (part === 0 ? [] : [{ path: `$.line_items[${line}]`, amount: part }])),
      ...(shipping_amount === 0 ? [] : [{ path: DELIVERY, amount: shipping_amount }]),
    ],
  }));
}
