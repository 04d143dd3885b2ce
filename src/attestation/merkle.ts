import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { sameBytes } from './bytes.js';

/** Merkle tree of RFC 6962, section 2.1. Sizes and indices are integers below 2^53; hashes have 32 bytes. */

const LEAF_PREFIX = Uint8Array.of(0);
const NODE_PREFIX = Uint8Array.of(1);

/** Position of a complete subtree with 2^level leaves. `position` counts the subtrees of that level from the left. */
export interface NodePosition {
  readonly level: number;
  readonly position: number;
}

export interface TreeNode extends NodePosition {
  readonly hash: Uint8Array;
}

/** Returns the hash of a complete subtree. */
export type HashAt = (level: number, position: number) => Uint8Array;

/** Root of a tree without leaves. */
export const EMPTY_ROOT = sha256(new Uint8Array());

export function leafHash(data: Uint8Array): Uint8Array {
  return sha256(concatBytes(LEAF_PREFIX, data));
}

export function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha256(concatBytes(NODE_PREFIX, left, right));
}

/**
 * Appends a leaf to a tree of `size` leaves. `peaks` are the hashes of the tree's largest complete subtrees, left to
 * right. Returns the new peaks and all subtrees that the leaf completed. `hashOf` can replace `nodeHash`.
 */
export function appendLeaf(peaks: readonly Uint8Array[], size: number, leaf: Uint8Array, hashOf = nodeHash) {
  const rest = [...peaks];
  const nodes: TreeNode[] = [{ level: 0, position: size, hash: leaf }];
  let hash = leaf;
  for (let level = 1, position = size; position % 2 === 1; level += 1) {
    const left = rest.pop();
    if (!left) throw new Error(`a tree of ${size} leaves has more peaks than ${peaks.length}`);
    hash = hashOf(left, hash);
    position = (position - 1) / 2;
    nodes.push({ level, position, hash });
  }
  return { peaks: [...rest, hash], nodes };
}

/** Lists the subtrees that a leaf completes, from the leaf up. */
export function completedSubtrees(index: number): NodePosition[] {
  const nodes: NodePosition[] = [{ level: 0, position: index }];
  for (let level = 1, position = index; position % 2 === 1; level += 1) {
    position = (position - 1) / 2;
    nodes.push({ level, position });
  }
  return nodes;
}

/** Returns the index of the leaf that completes a subtree, which is its last one. */
export function completingLeaf({ level, position }: NodePosition): number {
  return (position + 1) * 2 ** level - 1;
}

/** Computes the root of a tree from the hashes of its largest complete subtrees, left to right. */
export function rootOf(peaks: readonly Uint8Array[]): Uint8Array {
  return peaks.length === 0 ? EMPTY_ROOT : peaks.reduceRight((right, left) => nodeHash(left, right));
}

/** Computes the root of the first `size` leaves from stored subtrees, in O(log size). */
export function rootAt(size: number, hashAt: HashAt): Uint8Array {
  return rootOf(rootNodes(size).map(({ level, position }) => hashAt(level, position)));
}

/** Lists the subtrees that `rootAt` reads. */
export function rootNodes(size: number): NodePosition[] {
  return size === 0 ? [] : subtreesOf({ begin: 0, end: size });
}

/**
 * Returns the audit path of a leaf (RFC 6962, 2.1.1), starting with the leaf's sibling.
 * @throws RangeError when the leaf is not in a tree of this size
 */
export function inclusionProof(index: number, size: number, hashAt: HashAt): Uint8Array[] {
  return inclusionRanges(index, size).map((range) => hashOf(range, hashAt));
}

/** Lists the subtrees that `inclusionProof` reads. */
export function inclusionNodes(index: number, size: number): NodePosition[] {
  return inclusionRanges(index, size).flatMap(subtreesOf);
}

/** Leaves from `begin` to `end`, excluding `end`. `begin` is the first leaf of a subtree. */
interface Range {
  readonly begin: number;
  readonly end: number;
}

function inclusionRanges(index: number, size: number): Range[] {
  if (!(index >= 0 && index < size)) throw new RangeError(`leaf ${index} is not in a tree of ${size}`);
  return pathOf(index, 0, size);
}

function pathOf(index: number, begin: number, end: number): Range[] {
  if (end - begin === 1) return [];
  const middle = begin + splitOf(end - begin);
  return index < middle
    ? [...pathOf(index, begin, middle), { begin: middle, end }]
    : [...pathOf(index, middle, end), { begin, end: middle }];
}

/**
 * Proves that the tree of `from` leaves is a prefix of the tree of `to` leaves (RFC 6962, 2.1.2).
 * @throws RangeError unless 1 <= from <= to
 */
export function consistencyProof(from: number, to: number, hashAt: HashAt): Uint8Array[] {
  return consistencyRanges(from, to).map((range) => hashOf(range, hashAt));
}

/** Lists the subtrees that `consistencyProof` reads. */
export function consistencyNodes(from: number, to: number): NodePosition[] {
  return consistencyRanges(from, to).flatMap(subtreesOf);
}

function consistencyRanges(from: number, to: number): Range[] {
  if (!(from >= 1 && from <= to)) throw new RangeError(`there is no proof from ${from} to ${to}`);
  return subproof(from, 0, to, true);
}

function subproof(from: number, begin: number, end: number, known: boolean): Range[] {
  if (from === end) return known ? [] : [{ begin, end }];
  const middle = begin + splitOf(end - begin);
  return from <= middle
    ? [...subproof(from, begin, middle, known), { begin: middle, end }]
    : [...subproof(from, middle, end, false), { begin, end: middle }];
}

/**
 * Returns the largest power of two that is less than a size of at least two. It is found by doubling, since logarithms
 * are rounded wrongly from 2^49 on.
 */
function splitOf(size: number): number {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
}

/** Returns the level of a complete subtree with this many leaves; `undefined` if that is not a power of two. */
function levelOf(size: number): number | undefined {
  let [level, rest] = [0, size];
  while (rest % 2 === 0) [level, rest] = [level + 1, rest / 2];
  return rest === 1 ? level : undefined;
}

/** Lists the largest complete subtrees that make up a range, left to right. */
function subtreesOf({ begin, end }: Range): NodePosition[] {
  const size = end - begin;
  const level = levelOf(size);
  if (level !== undefined) return [{ level, position: begin / size }];
  const middle = begin + splitOf(size);
  return [...subtreesOf({ begin, end: middle }), ...subtreesOf({ begin: middle, end })];
}

function hashOf(range: Range, hashAt: HashAt): Uint8Array {
  return rootOf(subtreesOf(range).map(({ level, position }) => hashAt(level, position)));
}

/** Verifies that the leaf with this hash and index is in the tree with this size and root (RFC 9162, 2.1.3.2). */
export function verifyInclusion(
  leaf: Uint8Array,
  index: number,
  size: number,
  proof: readonly Uint8Array[],
  root: Uint8Array,
): boolean {
  if (!isCount(index) || !isCount(size) || index >= size || ![leaf, root, ...proof].every(isHash)) return false;
  let [position, last, hash] = [index, size - 1, leaf];
  for (const sibling of proof) {
    if (last === 0) return false;
    if (position % 2 === 1 || position === last) {
      hash = nodeHash(sibling, hash);
      while (position % 2 === 0 && position > 0) [position, last] = [half(position), half(last)];
    } else {
      hash = nodeHash(hash, sibling);
    }
    [position, last] = [half(position), half(last)];
  }
  return last === 0 && sameBytes(hash, root);
}

/**
 * Verifies that the tree of `to` leaves begins with the tree of `from` leaves (RFC 9162, 2.1.4.2). Returns false if
 * `from` is 0, since there is no such proof.
 */
export function verifyConsistency(
  from: number,
  to: number,
  proof: readonly Uint8Array[],
  fromRoot: Uint8Array,
  toRoot: Uint8Array,
): boolean {
  if (!isCount(from) || !isCount(to) || from < 1 || from > to) return false;
  if (![fromRoot, toRoot, ...proof].every(isHash)) return false;
  if (from === to) return proof.length === 0 && sameBytes(fromRoot, toRoot);
  const [seed, ...path] = levelOf(from) !== undefined ? [fromRoot, ...proof] : proof;
  if (!seed) return false;
  let [position, last] = [from - 1, to - 1];
  while (position % 2 === 1) [position, last] = [half(position), half(last)];
  let [older, newer] = [seed, seed];
  for (const sibling of path) {
    if (last === 0) return false;
    if (position % 2 === 1 || position === last) {
      older = nodeHash(sibling, older);
      newer = nodeHash(sibling, newer);
      while (position % 2 === 0 && position > 0) [position, last] = [half(position), half(last)];
    } else {
      newer = nodeHash(newer, sibling);
    }
    [position, last] = [half(position), half(last)];
  }
  return last === 0 && sameBytes(older, fromRoot) && sameBytes(newer, toRoot);
}

function half(value: number): number {
  return Math.floor(value / 2);
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

/** Rejects hashes of other lengths, since two different pairs of them could be concatenated to the same bytes. */
function isHash({ length }: Uint8Array): boolean {
  return length === 32;
}
