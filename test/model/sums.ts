/** Exact arithmetic of the model (docs/money.md, Amounts). */

const MILLION = 1_000_000n;

/** Returns a share, given in parts per million, of an amount. Halves are rounded up; no amount here is negative. */
export function share(amount: number, ppm: number): number {
  return rounded(BigInt(amount) * BigInt(ppm), MILLION);
}

/** The tax that a gross amount includes. */
export function includedShare(gross: number, ppm: number): number {
  return rounded(BigInt(gross) * BigInt(ppm), MILLION + BigInt(ppm));
}

function rounded(numerator: bigint, denominator: bigint): number {
  return Number((numerator * 2n + denominator) / (denominator * 2n));
}

/** Spreads an amount by weight. Shares are rounded down; then those with the largest remainders get one more unit. */
export function spread(amount: number, weights: readonly number[]): number[] {
  const all = BigInt(sum(weights));
  if (all === 0n) return weights.map(() => 0);
  const parts = weights.map((weight, index) => {
    const exact = BigInt(amount) * BigInt(weight);
    return { index, whole: Number(exact / all), rest: exact % all };
  });
  const missing = amount - sum(parts.map(({ whole }) => whole));
  const order = [...parts].sort((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1));
  for (const part of order.slice(0, missing)) part.whole += 1;
  return parts.map(({ whole }) => whole);
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
