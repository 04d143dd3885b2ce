import type { Discount } from '../shop/discount.js';

/** A discount that reduces the total, and how its amount is allocated. Minor units, positive. */
export interface AppliedDiscount {
  readonly discount: Discount;
  readonly amount: number;
  /** Share of each cart line, in line order. */
  readonly line_amounts: readonly number[];
  /** Reduction of the shipping price. */
  readonly shipping_amount: number;
}

/** Discount form in responses and on orders (UCP, Discount Extension). */
export interface DiscountRecord {
  /** Absent for automatic discounts. */
  readonly code?: string;
  readonly title: string;
  readonly amount: number;
  readonly automatic: boolean;
  /** `each`: computed per line. `across`: one amount spread over the lines by cost. */
  readonly method: 'each' | 'across';
  /** 1 is applied first; each discount applies to the remaining amount. */
  readonly priority: number;
  /** `path`: RFC 9535 JSONPath to a line or to the fulfillment total. Allocations add up to the discount's amount. */
  readonly allocations: readonly { readonly path: string; readonly amount: number }[];
}

const DELIVERY = '$.totals[?@.type=="fulfillment"]';

/** Discounts in the order in which they were applied. */
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
