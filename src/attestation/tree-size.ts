/**
 * Parses a number of leaves or a leaf index: decimal, without leading zeros, below 2^53. Returns `undefined` for other
 * text.
 */
export function readTreeSize(text = ''): number | undefined {
  const size = /^(0|[1-9]\d{0,15})$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(size) ? size : undefined;
}
