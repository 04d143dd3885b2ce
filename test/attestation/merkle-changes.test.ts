import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { utf8 } from '../../src/attestation/bytes.js';
import { leafHash, verifyConsistency, verifyInclusion } from '../../src/attestation/merkle.js';
import { volume } from '../support/volume.js';
import { always, SEED } from './always.js';
import { hexOf, referenceTree } from './tree.js';

const MAX = 300;
const LEAVES = Array.from({ length: MAX }, (_, at) => leafHash(utf8(`leaf ${at}`)));
const tree = referenceTree(LEAVES);
const OTHER = leafHash(utf8('another leaf'));
const leafAt = (index: number) => LEAVES[index] ?? OTHER;

type Hashes = readonly Uint8Array[];

/** Returns copies with one fault each: a flipped bit, an extra hash, a missing hash, or two swapped hashes. */
function changedLists(hashes: Hashes): Hashes[] {
  const at = [...hashes.keys()];
  return [
    [OTHER, ...hashes],
    [...hashes, OTHER],
    ...at.map((n) => hashes.with(n, flipped(hashes[n] ?? OTHER, n))),
    ...at.map((n) => hashes.toSpliced(n, 1)),
    ...at.map((n) => hashes.toSpliced(n, 0, hashes[n] ?? OTHER)),
    ...at.slice(1).map((n) => hashes.toSpliced(n - 1, 2, hashes[n] ?? OTHER, hashes[n - 1] ?? OTHER)),
  ];
}

function flipped(hash: Uint8Array, bit: number): Uint8Array {
  return hash.map((byte, at) => (at === bit % 32 ? byte ^ (1 << (bit % 8)) : byte));
}

function inclusionChanges(index: number, size: number): string[] {
  const [leaf, root, proof] = [leafAt(index), tree.root(size), tree.path(index, size)];
  const passes = (name: string, passed: boolean) => (passed ? [`${name} of ${index} in ${size}`] : []);
  return [
    ...passes('leaf', verifyInclusion(flipped(leaf, index), index, size, proof, root)),
    ...passes('root', verifyInclusion(leaf, index, size, proof, flipped(root, index))),
    ...passes('other size', verifyInclusion(leaf, index, size, proof, tree.root(size + 1))),
    ...changedLists(proof).flatMap((list) =>
      passes(`hashes ${hexOf(list)}`, verifyInclusion(leaf, index, size, list, root)),
    ),
    ...indices(size + 2)
      .filter((other) => other !== index)
      .flatMap((other) => passes(`index ${other}`, verifyInclusion(leaf, other, size, proof, root))),
  ];
}

/** True if the proof is also valid for the other size, because leaf and siblings have the same positions there. */
function samePath(index: number, size: number, other: number): boolean {
  return index < other && shape(index, size) === shape(index, other);
}

/** Side of each sibling, from the leaf upward. */
function shape(index: number, size: number): string {
  if (size === 1) return '';
  const half = 2 ** Math.ceil(Math.log2(size) - 1);
  return index < half ? `${shape(index, half)}r` : `${shape(index - half, size - half)}l`;
}

function consistencyChanges(from: number, to: number): string[] {
  const [older, newer, proof] = [tree.root(from), tree.root(to), tree.proof(from, to)];
  const passes = (name: string, passed: boolean) => (passed ? [`${name} from ${from} to ${to}`] : []);
  return [
    ...passes('older root', verifyConsistency(from, to, proof, flipped(older, from), newer)),
    ...passes('newer root', verifyConsistency(from, to, proof, older, flipped(newer, from))),
    ...passes('roots changed over', from < to && verifyConsistency(from, to, proof, newer, older)),
    ...passes('sizes changed over', from < to && verifyConsistency(to, from, proof, older, newer)),
    ...changedLists(proof).flatMap((list) =>
      passes(`hashes ${hexOf(list)}`, verifyConsistency(from, to, list, older, newer)),
    ),
  ];
}

function indices(count: number): number[] {
  return [...Array(count).keys()];
}

const MOST = volume(22, 40);
const MANY = indices(MOST).map((at) => at + 1);

describe('a proof with one fault is rejected', () => {
  it(`rejects every change of every inclusion proof in trees of up to ${MOST} leaves`, () => {
    expect(MANY.flatMap((size) => indices(size).flatMap((index) => inclusionChanges(index, size)))).toEqual([]);
  });

  it(`rejects every change of every consistency proof between sizes up to ${MOST}`, () => {
    expect(MANY.flatMap((to) => indices(to).flatMap((at) => consistencyChanges(at + 1, to)))).toEqual([]);
  });

  it('rejects another size, unless leaf and siblings have the same positions in a tree of that size', () => {
    const passed = MANY.flatMap((size) =>
      indices(size).flatMap((index) =>
        indices(80)
          .filter((other) => other !== size)
          .filter((other) => verifyInclusion(leafAt(index), index, other, tree.path(index, size), tree.root(size)))
          .filter((other) => !samePath(index, size, other))
          .map((other) => `${index} in ${size} as ${other}`),
      ),
    );
    expect(passed).toEqual([]);
  });

  it(`rejects random changes in trees of up to ${MAX} leaves (seed ${SEED})`, () => {
    const pairs = fc.integer({ min: 1, max: MAX - 1 }).chain((size) => fc.tuple(fc.constant(size), fc.nat(size - 1)));
    always(
      pairs,
      ([size, at]) => {
        expect(inclusionChanges(at, size)).toEqual([]);
        expect(consistencyChanges(at + 1, size)).toEqual([]);
      },
      volume(40, 100),
    );
  });
});
