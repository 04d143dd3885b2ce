import { describe, expect, it } from 'vitest';
import { utf8 } from '../../src/attestation/bytes.js';
import {
  consistencyProof,
  inclusionProof,
  leafHash,
  rootAt,
  verifyConsistency,
  verifyInclusion,
} from '../../src/attestation/merkle.js';
import { volume } from '../support/volume.js';
import { growTree, hexOf, referenceTree } from './tree.js';

const MAX = volume(130, 300);
const PROOFS = (MAX * (MAX + 1)) / 2;
const LEAVES = Array.from({ length: MAX }, (_, at) => leafHash(utf8(`leaf ${at}`)));
const SIZES = [...LEAVES.keys()].map((at) => at + 1);
const { hashAt, stored, roots } = growTree(LEAVES);
const reference = referenceTree(LEAVES);

describe(`trees of every size up to ${MAX}, compared with a literal implementation of RFC 6962`, () => {
  it('store each complete subtree once', () => {
    const complete = SIZES.map((size) => Math.log2(size & -size) + 1).reduce((sum, count) => sum + count);
    expect(stored.size).toBe(complete);
  });

  it(`computes the root from the peaks and from stored subtrees, ${MAX + 1} sizes`, () => {
    const wanted = [0, ...SIZES].map((size) => hexOf([reference.root(size)]));
    expect(roots.map((root) => hexOf([root]))).toEqual(wanted);
    expect([0, ...SIZES].map((size) => hexOf([rootAt(size, hashAt)]))).toEqual(wanted);
  });

  it(`builds and verifies the inclusion proof of every leaf, ${PROOFS} proofs`, () => {
    let proofs = 0;
    for (const size of SIZES) {
      const root = reference.root(size);
      for (let index = 0; index < size; index += 1) {
        const proof = inclusionProof(index, size, hashAt);
        const right = hexOf(proof) === hexOf(reference.path(index, size));
        const verified = verifyInclusion(leafAt(index), index, size, proof, root);
        if (!right || !verified) expect({ index, size, right, verified }).toEqual({ right: true, verified: true });
        proofs += 1;
      }
    }
    expect(proofs).toBe(PROOFS);
  });

  it(`builds and verifies the consistency proof from every smaller size, ${PROOFS} proofs`, () => {
    let proofs = 0;
    for (const to of SIZES) {
      for (let from = 1; from <= to; from += 1) {
        const proof = consistencyProof(from, to, hashAt);
        const right = hexOf(proof) === hexOf(reference.proof(from, to));
        const verified = verifyConsistency(from, to, proof, reference.root(from), reference.root(to));
        if (!right || !verified) expect({ from, to, right, verified }).toEqual({ right: true, verified: true });
        proofs += 1;
      }
    }
    expect(proofs).toBe(PROOFS);
  });
});

describe('proofs that do not exist', () => {
  it.each([
    [-1, 5],
    [5, 5],
    [0, 0],
    [6, 5],
    [Number.NaN, 5],
  ])('throws a RangeError for an inclusion proof of leaf %d in a tree of %d leaves', (index, size) => {
    expect(() => inclusionProof(index, size, hashAt)).toThrow(RangeError);
  });

  it.each([
    [0, 5],
    [0, 0],
    [6, 5],
    [-1, 5],
    [Number.NaN, 5],
  ])('throws a RangeError for a consistency proof from size %d to %d', (from, to) => {
    expect(() => consistencyProof(from, to, hashAt)).toThrow(RangeError);
  });

  it('accepts no consistency proof from size 0, even with the right roots', () => {
    const [empty, ...others] = roots;
    if (!empty) throw new Error('there is no empty tree');
    expect(verifyConsistency(0, 0, [], empty, empty)).toBe(false);
    others.forEach((root, at) => {
      for (const proof of [[], [root], [empty], [empty, root]]) {
        expect(verifyConsistency(0, at + 1, proof, empty, root)).toBe(false);
      }
    });
  });
});

function leafAt(index: number): Uint8Array {
  return LEAVES[index] ?? new Uint8Array();
}
