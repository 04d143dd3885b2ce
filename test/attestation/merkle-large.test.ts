import { describe, expect, it } from 'vitest';
import { sameBytes, utf8 } from '../../src/attestation/bytes.js';
import {
  consistencyProof,
  type HashAt,
  inclusionProof,
  leafHash,
  nodeHash,
  rootAt,
  verifyConsistency,
  verifyInclusion,
} from '../../src/attestation/merkle.js';

const LEAF = leafHash(utf8('the same leaf, again and again'));
/** If all leaves are equal, all complete subtrees of a level have the same hash, so one hash per level is enough. */
const LEVELS = Array.from({ length: 53 }).reduce<Uint8Array[]>(
  (hashes) => [...hashes, nodeHash(hashes.at(-1) ?? LEAF, hashes.at(-1) ?? LEAF)],
  [LEAF],
);
const hashAt: HashAt = (level, position) => {
  const hash = Number.isSafeInteger(position) ? LEVELS[level] : undefined;
  if (!hash) throw new Error(`there is no subtree ${level}/${position}`);
  return hash;
};

/** Computes the root from the bits of the size, without logarithms. */
function rootOfSize(size: number): Uint8Array {
  const peaks = [...BigInt(size).toString(2)]
    .reverse()
    .flatMap((bit, level) => (bit === '1' ? (LEVELS[level] ?? []) : []));
  return peaks.reduce((right, left) => nodeHash(left, right));
}

const POWERS = [10, 31, 32, 33, 46, 47, 48, 49, 50, 51, 52];

describe('sizes next to powers of two, up to the last below 2^53', () => {
  const sizes = [...POWERS.flatMap((power) => [-1, 0, 1, 3].map((more) => 2 ** power + more)), Number.MAX_SAFE_INTEGER];

  /** Lists the sizes for which a property fails or throws. */
  const wrong = (holds: (size: number) => boolean) =>
    sizes.filter((size) => {
      try {
        return !holds(size);
      } catch {
        return true;
      }
    });

  it('computes the root', () => {
    expect(wrong((size) => sameBytes(rootAt(size, hashAt), rootOfSize(size)))).toEqual([]);
  });

  it('builds inclusion proofs of the first and last leaves', () => {
    const proved = (index: number, size: number) =>
      verifyInclusion(LEAF, index, size, inclusionProof(index, size, hashAt), rootOfSize(size));
    expect(wrong((size) => [0, 1, size - 2, size - 1].every((index) => proved(index, size)))).toEqual([]);
  });

  it('builds consistency proofs from smaller sizes', () => {
    const proved = (from: number, to: number) =>
      verifyConsistency(from, to, consistencyProof(from, to, hashAt), rootOfSize(from), rootOfSize(to));
    const from = (to: number) => [1, 2, 3, 2 ** 9 - 1, Math.floor(to / 2), to - 1];
    expect(wrong((to) => from(to).every((one) => proved(one, to)))).toEqual([]);
  });
});
