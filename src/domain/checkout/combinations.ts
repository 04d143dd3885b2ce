import { type Discount, normalizeCode } from '../shop/discount.js';

/**
 * The sets of discounts of which one takes effect: all that combine, or one of those that do not, alone. So there are at
 * most as many as discounts. A set stands before those that it wins against where the buyer pays the same: entered
 * codes first, then by code.
 */
export function combinationsOf(qualified: readonly Discount[]): Discount[][] {
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

/** The entry with the least amount; the first of equals. */
export function leastOf<T>(all: readonly [T, ...T[]], amountOf: (one: T) => number): T {
  return all.reduce((best, one) => (amountOf(one) < amountOf(best) ? one : best));
}
