/** All of a list in portions of so many, the last one smaller. */
export function* portions<T>(all: readonly T[], size: number): Generator<T[]> {
  for (let start = 0; start < all.length; start += size) yield all.slice(start, start + size);
}
