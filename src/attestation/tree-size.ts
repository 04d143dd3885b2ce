/** Parses a leaf count or index: decimal, without leading zeros, below 2^53; `undefined` for any other text. */
export function readTreeSize(text = ''): number | undefined {
  const size = /^(0|[1-9]\d{0,15})$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(size) ? size : undefined;
}
