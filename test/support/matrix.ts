import { volume } from './volume.js';

/**
 * Selects the rows of a matrix to test: all of them with `npm run test:full`, otherwise enough to cover every pair of
 * values that occurs together in a row. Deterministic.
 * @param valuesOf returns a row's values, one for each dimension of the matrix
 */
export function matrix<Row>(rows: readonly Row[], valuesOf: (row: Row) => readonly unknown[]): readonly Row[] {
  return volume(pairwise(rows, valuesOf), rows);
}

/** Selects rows that cover each pair, greedily: always the row with the most uncovered pairs. */
export function pairwise<Row>(rows: readonly Row[], valuesOf: (row: Row) => readonly unknown[]): readonly Row[] {
  return covering(rows, (row) => pairsOf(valuesOf(row)));
}

/** Selects a few rows, in order, that together cover everything that all rows cover. */
export function covering<Row>(rows: readonly Row[], has: (row: Row) => Iterable<string>): readonly Row[] {
  const left = rows.map((row) => new Set(has(row)));
  const chosen = new Set<number>();
  for (;;) {
    const best = left.reduce((found, missing, index) => (missing.size > (left[found]?.size ?? 0) ? index : found), 0);
    const most = [...(left[best] ?? [])];
    if (most.length === 0) return rows.filter((_, index) => chosen.has(index));
    chosen.add(best);
    for (const missing of left) for (const one of most) missing.delete(one);
  }
}

function pairsOf(values: readonly unknown[]): string[] {
  const named = values.map((value, dimension) => `${dimension}=${String(value)}`);
  return named.flatMap((one, index) => named.slice(index + 1).map((other) => `${one}, ${other}`));
}
