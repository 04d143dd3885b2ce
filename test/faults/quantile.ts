/** Returns a quantile of the values, such as p99 for `part` = 0.99; 0 if there are no values. */
export function quantile(values: readonly number[], part: number): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * part)] ?? 0;
}
