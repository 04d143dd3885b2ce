/** Money is an integer number of minor units (docs/money.md, Amounts). Only this file rounds or splits it. */

const MILLION = 1_000_000;

/** Computes `amount * numerator / denominator`, rounded half away from zero; exact for all safe integers. */
export function mulDiv(amount: number, numerator: number, denominator: number): number {
  const doubled = 2 * Math.abs(amount) * numerator + denominator;
  if (!Number.isSafeInteger(doubled)) return mulDivLarge(amount, numerator, denominator);
  const rounded = (doubled - (doubled % (2 * denominator))) / (2 * denominator);
  return amount < 0 && rounded !== 0 ? -rounded : rounded;
}

/** Computes products beyond the exact range of a double. */
function mulDivLarge(amount: number, numerator: number, denominator: number): number {
  const product = BigInt(amount) * BigInt(numerator);
  const divisor = BigInt(denominator);
  const magnitude = product < 0n ? -product : product;
  const rounded = (2n * magnitude + divisor) / (2n * divisor);
  return Number(product < 0n ? -rounded : rounded);
}

/** Computes `ppm` parts per million of an amount, rounded half away from zero. */
export function share(amount: number, ppm: number): number {
  return mulDiv(amount, ppm, MILLION);
}

/** Computes the tax contained in a gross amount at a rate of `ppm`, rounded half away from zero. */
export function includedShare(gross: number, ppm: number): number {
  return mulDiv(gross, ppm, MILLION + ppm);
}

/**
 * Splits a non-negative amount by weight into shares that add up to it. Each share is rounded down; the remaining minor
 * units go to the shares with the largest remainders and, if these are equal, to earlier shares. If all weights are
 * zero, the amount must be 0.
 */
export function allocate(amount: number, weights: readonly number[]): number[] {
  const total = BigInt(sum(weights));
  if (total === 0n) return weights.map(() => 0);
  const exact = weights.map((weight) => BigInt(amount) * BigInt(weight));
  const shares = exact.map((value) => Number(value / total));
  const byRemainder = exact
    .map((value, index) => ({ index, remainder: value % total }))
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1));
  for (const { index } of byRemainder.slice(0, amount - sum(shares))) {
    shares[index] = (shares[index] ?? 0) + 1;
  }
  return shares;
}

export function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
