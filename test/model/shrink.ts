/**
 * Removes ever smaller pieces of a failing sequence while it still fails. Returns the shortest failing sequence found.
 */
export async function shrink<T>(
  sequence: readonly T[],
  fails: (shorter: readonly T[]) => Promise<boolean>,
): Promise<readonly T[]> {
  let left = sequence;
  for (let size = Math.ceil(left.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = left.length - size; at > -size; at -= size) {
      const shorter = [...left.slice(0, Math.max(0, at)), ...left.slice(at + size)];
      if (await fails(shorter)) left = shorter;
    }
  }
  return left;
}
