import { describe, expect, it } from 'vitest';
import { utf8 } from '../../src/attestation/bytes.js';
import { leafHash, nodeHash, verifyConsistency, verifyInclusion } from '../../src/attestation/merkle.js';

const [LEFT, RIGHT] = [leafHash(utf8('left')), leafHash(utf8('right'))];
const ROOT = nodeHash(LEFT, RIGHT);

describe('rejects sizes and indices that are not whole numbers', () => {
  it.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('rejects the size or index %d', (count) => {
    expect(verifyInclusion(LEFT, count, 2, [RIGHT], ROOT)).toBe(false);
    expect(verifyInclusion(LEFT, 0, count, [RIGHT], ROOT)).toBe(false);
    expect(verifyConsistency(count, 2, [RIGHT], LEFT, ROOT)).toBe(false);
    expect(verifyConsistency(1, count, [RIGHT], LEFT, ROOT)).toBe(false);
  });

  it.each([
    [0.5, 2],
    [0, 2.5],
    [0, 1.5],
    [0.5, 1.5],
  ])('rejects the leaf index %d in a tree of size %d, although the hashes would match', (index, size) => {
    expect(verifyInclusion(LEFT, index, size, [RIGHT], ROOT)).toBe(false);
  });

  it.each([
    [1.5, 2],
    [1, 2.5],
    [1, 1.5],
    [1.5, 2.5],
  ])('rejects a proof from size %d to size %d, although the hashes would match', (from, to) => {
    expect(verifyConsistency(from, to, [RIGHT], LEFT, ROOT)).toBe(false);
  });
});

describe('rejects hashes that are not 32 bytes long, even if their concatenated bytes are valid', () => {
  const longer = Uint8Array.from([...LEFT, ...RIGHT.subarray(0, 1)]);
  const shorter = RIGHT.subarray(1);

  it('in an inclusion proof', () => {
    expect(verifyInclusion(LEFT, 0, 2, [RIGHT], ROOT)).toBe(true);
    expect(verifyInclusion(longer, 0, 2, [shorter], ROOT)).toBe(false);
  });

  it('in a consistency proof', () => {
    expect(verifyConsistency(1, 2, [RIGHT], LEFT, ROOT)).toBe(true);
    expect(verifyConsistency(1, 2, [shorter], longer, ROOT)).toBe(false);
  });
});
