import type { Discount } from '../shop/discount.js';

/** A discount that reduces the total, and how its amount is allocated. Minor units, positive. */
export interface AppliedDiscount {
  readonly discount: Discount;
  readonly amount: number;
  /** Share of each cart line in the discount, in the order of the lines. */
  readonly line_amounts: readonly number[];
  /** Reduction of the shipping price by this discount. */
  readonly shipping_amount: number;
}

/** A discount as shown in responses and on orders (UCP, Discount Extension). */
export interface DiscountRecord {
  /** Absent for automatic discounts, which have no code to enter. */
  readonly code?: string;
  readonly title: string;
  readonly amount: number;
  readonly automatic: boolean;
  /** `each`: computed per line. `across`: one amount spread over the lines by cost. */
  readonly method: 'each' | 'across';
  /** Position in the order of application, starting at 1; each discount applies to the remaining amount. */
  readonly priority: number;
  /**
   * `path`: RFC 9535 JSONPath to a line or to the fulfillment total. The allocations add up to the discount's amount.
   */
  readonly allocations: readonly { readonly path: string; readonly amount: number }[];
}

const DELIVERY = '$.totals[?@.type=="fulfillment"]';

/** Lists applied discounts in the order of their application. */
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
