import type { TotalType } from '../../../src/domain/checkout/totals.js';

/**
 * A purchase computed by hand from the rules of docs/money.md. Amounts are minor units. Unlisted amounts must be 0 or
 * absent: lines without an allocation have 0, and unlisted totals must not appear.
 */
export interface WorkedCase {
  readonly name: string;
  /** Defaults to US dollars in English. */
  readonly currency?: string;
  readonly language?: string;
  /** `tee: 2500 (+300) x 2 clothing, 180 g`: name, price, property deltas, quantity, tax category; weight or `digital`. */
  readonly lines: readonly string[];
  /** `US-OR food 7.25 %`: country, region, category, rate. */
  readonly tax?: readonly string[];
  /** Defaults to tax on top of prices. */
  readonly prices_include_tax?: boolean;
  readonly tax_on_shipping?: boolean;
  /** `post: 500`, `post: 300 + 150 each`, `post: 549 to 2000 g, 1049 to 5000 g`; each may end in `; free from 7500`. */
  readonly shipping?: readonly string[];
  /** `counter: 250 in US-OR`. */
  readonly pickup?: readonly string[];
  /** `US` or `US-OR`: the destination. Absent if not known yet. */
  readonly to?: string;
  /** Country of the billing address. */
  readonly billing?: string;
  /** `packing: 250`, `handling: 2 %`; each may end in `in US + DE`, `below 2000` or `as food` (its tax category). */
  readonly fees?: readonly string[];
  /** Id of the selected shipping rate or pickup location. */
  readonly option?: string;
  /** `TEN: 10 % off the order`, `MUG5: 500 off mug + tee`, `SHIP: free shipping`; then `; automatic`, `; alone`, `; from 5000`. */
  readonly discounts?: readonly string[];
  /** The arithmetic, one step per entry (arithmetic.ts); an entry without `=` is a remark. */
  readonly working: readonly string[];
  /** Expected totals, in the expected order. */
  readonly totals: Readonly<Partial<Record<TotalType, number>>>;
  /** Shares stored for the order's lines, in line order. */
  readonly per_line?: Readonly<Partial<Record<Allocated, readonly number[]>>>;
  readonly shipping_tax?: number;
  /** Tax on all fees together. */
  readonly fee_tax?: number;
  /** Tax included in prices and thus in the total. */
  readonly included_tax?: number;
  /** Display texts of some of the totals. */
  readonly display?: Readonly<Partial<Record<TotalType, string>>>;
}

export const ALLOCATED = ['items_discount', 'order_discount', 'tax'] as const;
export type Allocated = (typeof ALLOCATED)[number];

/** Returns several equal lines, named `l1`, `l2`, and so on. */
export function copies(count: number, text: string): string[] {
  return Array.from({ length: count }, (_, index) => `l${index + 1}: ${text}`);
}

/** Repeats an amount for each of 100 lines. */
export function hundred(amount: number): number[] {
  return Array<number>(100).fill(amount);
}
