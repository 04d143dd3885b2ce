import { expect } from 'vitest';
import type { Pricing } from '../../src/domain/checkout/pricing.js';
import { orderTotals } from '../../src/domain/checkout/totals.js';

export const MILLION = 1_000_000;

export function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}

/** Checks that a result is `amount * numerator / denominator`, rounded half up. */
export function expectNearest(result: number, amount: number, numerator: number, denominator: number): void {
  const unit = BigInt(denominator);
  const twiceOver = 2n * (BigInt(result) * unit - BigInt(amount) * BigInt(numerator));
  expect({ result, amount, near: -unit < twiceOver && twiceOver <= unit }).toEqual({ result, amount, near: true });
}

/**
 * Compares each share of an amount spread by weight with its exact share. `extra` is the number of units by which the
 * share exceeds the exact share rounded down, and `remainder` is what that rounding lost, in parts of the total weight.
 */
export function sharing(shares: readonly number[], weights: readonly number[]) {
  const amount = BigInt(sumOf(shares));
  // If all weights are zero, there is nothing to share.
  const total = BigInt(Math.max(1, sumOf(weights)));
  return shares.map((share, at) => {
    const exact = amount * BigInt(weights[at] ?? 0);
    return { at, extra: BigInt(share) - exact / total, remainder: exact % total };
  });
}

/** All amounts shown to the buyer. */
export function shownTotals(pricing: Pricing) {
  const { lines, discountStatuses, tax, shipping_tax } = pricing;
  return {
    totals: orderTotals(pricing),
    tax,
    shipping_tax,
    lines: lines.map(({ line, tax_lines, ...amounts }) => ({ id: line.id, ...amounts })),
    discountStatuses: discountStatuses.map(({ discount, ...status }) => ({ code: discount.code, ...status })),
  };
}
