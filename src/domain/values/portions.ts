/** Splits a list into portions of `size`; the last one may be smaller. */
export function* splitIntoPortions<T>(all: readonly T[], size: number): Generator<T[]> {
  for (let start = 0; start < all.length; start += size) yield all.slice(start, start + size);
}
