import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { covering, pairwise } from './matrix.js';

const rows = fc.uniqueArray(fc.tuple(fc.nat(3), fc.nat(3), fc.nat(2), fc.nat(2)), { selector: String, maxLength: 60 });

const pairsIn = (some: readonly (readonly number[])[]) =>
  new Set(
    some.flatMap((row) => row.flatMap((one, i) => row.slice(i + 1).map((other, j) => `${i} ${one} ${j} ${other}`))),
  );

describe('pairwise', () => {
  it('covers each pair of values of the full table', () => {
    fc.assert(
      fc.property(rows, (all) => {
        expect(pairsIn(pairwise(all, (row) => row))).toEqual(pairsIn(all));
      }),
    );
  });

  it('selects a few of the rows, in order, and the same ones each time', () => {
    const all = [0, 1, 2].flatMap((a) => [0, 1, 2].flatMap((b) => [0, 1, 2].map((c) => [a, b, c])));
    const chosen = pairwise(all, (row) => row);
    expect(chosen.length).toBeLessThanOrEqual(12);
    expect(all.filter((row) => chosen.includes(row))).toEqual(chosen);
    expect(pairwise(all, (row) => row)).toEqual(chosen);
  });
});

it('covering drops rows whose values other rows cover', () => {
  expect(covering(['ab', 'a', 'bc', 'c', ''], (letters) => letters)).toEqual(['ab', 'bc']);
  expect(covering([], () => [])).toEqual([]);
});
