import { createHash } from 'node:crypto';

/** Selects some entries by the hash of a seed and of their names, so that each is selected by some seed. Keeps their order. */
export function drawn<Entry>(
  all: readonly Entry[],
  count: number,
  seed: string,
  nameOf: (entry: Entry) => string = String,
): readonly Entry[] {
  const rankOf = (entry: Entry) =>
    createHash('sha256')
      .update(`${seed} ${nameOf(entry)}`)
      .digest('hex');
  const ranked = all.map((entry) => ({ entry, rank: rankOf(entry) }));
  const chosen = new Set(
    ranked
      .toSorted((one, other) => (one.rank < other.rank ? -1 : 1))
      .slice(0, count)
      .map(({ entry }) => entry),
  );
  return all.filter((entry) => chosen.has(entry));
}
