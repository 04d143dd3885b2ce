import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  appendLeaf,
  leafHash,
  rootAt,
  rootOf,
  verifyConsistency,
  verifyInclusion,
} from '../../src/attestation/merkle.js';
import { bytesOf } from './judge.js';
import { growTree } from './tree.js';
import { readJson, tally, vectors } from './vectors.js';

const bytes = z
  .string()
  .nullable()
  .transform((text) => Uint8Array.from(Buffer.from(text ?? '', 'base64')));
const CASE = z.object({
  file: z.string(),
  desc: z.string(),
  wantErr: z.boolean(),
  proof: z
    .array(bytes)
    .nullable()
    .transform((hashes) => hashes ?? []),
});
const FILE = z.object({
  inclusion: z.array(CASE.extend({ leafIdx: z.number(), treeSize: z.number(), root: bytes, leafHash: bytes })),
  consistency: z.array(CASE.extend({ size1: z.number(), size2: z.number(), root1: bytes, root2: bytes })),
});
const outcomes = (cases: readonly { readonly wantErr: boolean }[]) =>
  tally(cases.map(({ wantErr }) => (wantErr ? 'wrong' : 'right')));

vectors('RFC 6962 proofs, 148 cases', () => {
  const { inclusion, consistency } = readJson('merkle-rfc6962/proofs.json', FILE);

  describe('inclusion, 74 cases', () => {
    it('contains all cases: 6 valid, 68 invalid', () => {
      expect(inclusion).toHaveLength(74);
      expect(outcomes(inclusion)).toEqual({ right: 6, wrong: 68 });
    });

    it.each(inclusion)('$file', ({ leafHash: leaf, leafIdx, treeSize, proof, root, wantErr }) => {
      expect(verifyInclusion(leaf, leafIdx, treeSize, proof, root)).toBe(!wantErr);
    });
  });

  describe('consistency, 74 cases', () => {
    it('contains all cases: 4 valid, 70 invalid, 8 of these from size 0', () => {
      expect(consistency).toHaveLength(74);
      expect(outcomes(consistency)).toEqual({ right: 4, wrong: 70 });
      expect(consistency.filter(({ size1 }) => size1 === 0)).toHaveLength(8);
    });

    it.each(consistency)('$file', ({ size1, size2, proof, root1, root2, wantErr }) => {
      expect(verifyConsistency(size1, size2, proof, root1, root2)).toBe(!wantErr);
    });
  });
});

const TREE = z.object({ leavesHex: z.array(z.string()), rootsHexBySize: z.array(z.string()) });

vectors('RFC 6962 roots, 9 sizes of a tree of 8 leaves', () => {
  const { leavesHex, rootsHexBySize } = readJson('merkle-rfc6962/tree.json', TREE);
  const leaves = leavesHex.map((hex) => leafHash(bytesOf(hex)));

  it('contains all cases', () => {
    expect([leaves.length, rootsHexBySize.length]).toEqual([8, 9]);
  });

  it.each([...rootsHexBySize.entries()])('%i leaves: %s', (size, root) => {
    const peaks = leaves.slice(0, size).reduce<Uint8Array[]>((all, leaf, at) => appendLeaf(all, at, leaf).peaks, []);
    expect(Buffer.from(rootOf(peaks)).toString('hex')).toBe(root);
    expect(Buffer.from(rootAt(size, growTree(leaves).hashAt)).toString('hex')).toBe(root);
  });
});
