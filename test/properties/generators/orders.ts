import fc from 'fast-check';

/** Swaps that reorder a list. Without swaps, the list is unchanged, so a failure shrinks to the swaps that matter. */
export const exchanges = fc.array(fc.tuple(fc.nat(99), fc.nat(99)), { maxLength: 12 });

export function reordered<T>(list: readonly T[], drawn: readonly (readonly [number, number])[]): readonly T[] {
  return list.length === 0 ? list : drawn.reduce((order, [from, to]) => exchanged(order, from, to), list);
}

function exchanged<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const [a, b] = [from % list.length, to % list.length];
  return list.map((one, at) => (at === a ? (list[b] ?? one) : at === b ? (list[a] ?? one) : one));
}
