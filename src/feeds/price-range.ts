import { displayAmount } from '../domain/values/display.js';

/** Lowest, median and highest price as texts. */
export interface PriceRange {
  readonly lowest: string;
  readonly middle: string;
  readonly highest: string;
}

/**
 * Summarizes prices in minor units, so that people notice an error by a factor of 100; null without prices.
 * @param language language of the texts
 */
export function priceRange(prices: readonly number[], currency: string, language: string): PriceRange | null {
  const sorted = prices.toSorted((a, b) => a - b);
  const at = (index: number) => displayAmount(sorted[index] ?? 0, currency, language);
  if (sorted.length === 0) return null;
  return { lowest: at(0), middle: at(Math.floor((sorted.length - 1) / 2)), highest: at(sorted.length - 1) };
}
