import { type Discount, normalizeCode } from '../shop/discount.js';

/**
 * Lists candidate sets of discounts: all combinable ones together, and each non-combinable one alone. If two sets lead
 * to the same total, the earlier one wins. Sets with entered codes precede the others, and both kinds are sorted by
 * their first code.
 */
export function listCombinations(qualified: readonly Discount[]): Discount[][] {
  const combinable = qualified.filter((discount) => discount.combinable);
  const alone = qualified.filter((discount) => !discount.combinable).map((discount) => [discount]);
  const sets = combinable.length > 0 || alone.length === 0 ? [combinable, ...alone] : alone;
  return sets.sort((a, b) => (rankOf(a) < rankOf(b) ? -1 : 1));
}

function rankOf(set: readonly Discount[]): string {
  const entered = set.filter((discount) => !discount.automatic);
  const [first = ''] = (entered.length > 0 ? entered : set).map(({ code }) => normalizeCode(code)).sort();
  return `${entered.length > 0 ? 0 : 1} ${first}`;
}

/** Finds the entry with the smallest amount; the first one if several are equal. */
export function smallestBy<T>(all: readonly [T, ...T[]], amountOf: (one: T) => number): T {
  return all.reduce((best, one) => (amountOf(one) < amountOf(best) ? one : best));
}
